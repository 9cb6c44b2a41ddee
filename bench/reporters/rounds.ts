import { type Sample, sampleOf } from '../measure.ts'
import { heading, say, spread, table } from '../report.ts'
import { installOurs, installPeers, type RunnerName } from './peers.ts'
import { type MeasuredReporter, REPORTERS, type ReporterName } from './reporters.ts'
import { type Run, runOnce } from './run.ts'
import { type LoopbackServer, startServer } from './server.ts'
import { makeSuite, type Shape, type Suite } from './suites.ts'

/** The runs of one suite, by reporter; equal indexes belong to the same round. */
export type Runs = Map<ReporterName, Run[]>

/** A suite of more tests takes so long that reading its files from the disk does not show. */
const FIRST_UP_TO = 10_000

/** Runs a suite with one reporter after the other, round after round, each round beginning with another one. */
export const interleave = async (
  suite: Suite,
  folders: { home: string; ours: string },
  server: LoopbackServer,
  roundsOf: (name: ReporterName) => number,
  env: Record<string, string> = {},
): Promise<Runs> => {
  const all = REPORTERS[suite.runner].filter(({ name }) => roundsOf(name) > 0)
  const runs: Runs = new Map(all.map(({ name }) => [name, []]))
  // The first run of a suite reads everything from the disk and does not count.
  if (suite.tests <= FIRST_UP_TO) await run(all[0], suite, folders, server, env)
  for (let round = 0; round < Math.max(...all.map(({ name }) => roundsOf(name))); round++)
    for (const reporter of rotate(all, round))
      if (round < roundsOf(reporter.name))
        runs.get(reporter.name)?.push(await run(reporter, suite, folders, server, env))
  return runs
}

/** A report with a wrong number of tests would distort the result of its reporter. */
const run = async (
  reporter: MeasuredReporter | undefined,
  suite: Suite,
  folders: { home: string; ours: string },
  server: LoopbackServer,
  env: Record<string, string>,
): Promise<Run> => {
  if (!reporter) throw new Error(`no reporter of ${suite.runner} was asked for`)
  const made = await runOnce(suite, reporter, folders, server, env)
  if (reporter.name !== 'none' && made.reported !== suite.tests)
    throw new Error(`${suite.name}: ${reporter.name} reported ${made.reported} of ${suite.tests} tests`)
  return made
}

const rotate = <T>(items: T[], by: number): T[] => {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

/** Everything a benchmark of whole runs needs, for as long as it works. */
export const withSuite = async <T>(
  runner: RunnerName,
  name: string,
  shape: Shape,
  work: (suite: Suite, folders: { home: string; ours: string }, server: LoopbackServer) => Promise<T>,
): Promise<T> => {
  const folders = { home: await installPeers(runner), ours: await installOurs() }
  const suite = makeSuite(runner, folders.home, name, shape)
  const server = await startServer()
  try {
    return await work(suite, folders, server)
  } finally {
    await server.close()
    suite.remove()
  }
}

export const pick = (runs: Run[] | undefined, value: (run: Run) => number): Sample =>
  sampleOf((runs ?? []).map(value))

/** The same figure of two reporters, round by round. */
export const pairsOf = (
  runs: Runs,
  first: ReporterName,
  second: ReporterName,
  value: (run: Run) => number,
) => {
  const others = runs.get(second) ?? []
  return (runs.get(first) ?? []).flatMap((run, round) => {
    const other = others[round]
    return other ? [{ first: value(run), second: value(other) }] : []
  })
}

/**
 * A table of whole runs: duration, processor time including all children, memory of the runner's
 * own process.
 */
export const showRuns = (title: string, runs: Runs): void => {
  heading(title)
  table(
    [
      '',
      'runs',
      'wall',
      'CPU',
      'wall beside none, same round',
      'CPU beside none',
      'most memory of the main process',
    ],
    [...runs].map(([name, own]) => [
      name,
      String(own.length),
      spread(
        pick(own, ({ wallMs }) => wallMs),
        'ms',
      ),
      spread(
        pick(own, ({ cpuMs }) => cpuMs),
        'ms',
      ),
      ...[({ wallMs }: Run) => wallMs, ({ cpuMs }: Run) => cpuMs].map((value) =>
        name === 'none'
          ? ''
          : spread(
              sampleOf(pairsOf(runs, name, 'none', value).map(({ first, second }) => first - second)),
              'ms',
            ),
      ),
      spread(
        pick(own, ({ costs }) => costs.peakMib),
        'MiB',
      ),
    ]),
  )
  say()
}
