import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import type { RunnerName } from './peers.ts'
import { REPORTERS } from './reporters.ts'
import { pick, withSuite } from './rounds.ts'
import { type Run, runOnce } from './run.ts'

const RUNNERS: RunnerName[] = ['vitest', 'jest', 'playwright']
/** A suite so small that only the fixed costs of a run show. */
const SHAPE = { files: 1, testsPerFile: 2, failsEvery: 0 }
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1) * 5
const GOAL_TIMES = 1.2
const REFUSED_GOAL_MS = 300

const KINDS = ['none', 'json', 'ours', 'refused'] as const
type Kind = (typeof KINDS)[number]

/** The cost of a project's first run with the packed reporter, beside the runner's own JSON report. */
export const benchFirstRun = async (): Promise<Verdict[]> => {
  const verdicts: Verdict[] = []
  const refusing = await closedPort()
  for (const runner of RUNNERS)
    await withSuite(runner, `${runner}, first run`, SHAPE, async (suite, folders, server) => {
      const runs = new Map<Kind, Run[]>(KINDS.map((kind) => [kind, []]))
      const once = (kind: Kind) => {
        const reporter = REPORTERS[runner].find(({ name }) => name === (kind === 'refused' ? 'ours' : kind))
        if (!reporter) throw new Error(`${runner} has no reporter ${kind}`)
        // A kept journal would make the next run send two.
        rmSync(join(suite.folder, '.svc'), { recursive: true, force: true })
        return runOnce(suite, reporter, folders, server, kind === 'refused' ? { SVC_URL: refusing } : {})
      }
      await once('none')
      for (let round = 0; round < ROUNDS; round++)
        for (const at of KINDS.keys()) {
          const kind = KINDS[(at + round) % KINDS.length] ?? 'none'
          runs.get(kind)?.push(await once(kind))
        }
      show(runner, runs)
      verdicts.push(...judge(runner, runs))
    })
  return verdicts
}

const show = (runner: RunnerName, runs: Map<Kind, Run[]>): void => {
  heading(`${runner}, first run of ${SHAPE.testsPerFile} tests`)
  const columns = [
    ({ costs }: Run) => costs.importMs,
    ({ costs }: Run) => costs.syncMs,
    ({ costs }: Run) => costs.endMs,
    ({ wallMs }: Run) => wallMs,
    ({ cpuMs }: Run) => cpuMs,
  ]
  table(
    ['', 'import in the runner', 'in hooks', 'waited for at the end', 'whole run', 'CPU'],
    [...runs].map(([kind, own]) => [
      kind === 'refused' ? 'ours, a server that refuses connections' : kind,
      ...columns.map((value) => spread(pick(own, value), 'ms')),
    ]),
  )
}

const judge = (runner: RunnerName, runs: Map<Kind, Run[]>): Verdict[] => {
  const [ours = [], json = [], refused = []] = (['ours', 'json', 'refused'] as const).map((kind) =>
    runs.get(kind),
  )
  const times = sampleOf(ours.map(({ wallMs }, round) => wallMs / (json[round]?.wallMs ?? Number.NaN)))
  const end = pick(refused, ({ costs }) => costs.endMs)
  return [
    {
      area: `First run, ${runner}, packed reporter`,
      goal: `≤ ${GOAL_TIMES}× the runner with json`,
      measured: spread(times, '×'),
      isMet: times.median <= GOAL_TIMES,
    },
    {
      area: `First run, ${runner}, connections refused`,
      goal: `≤ ${REFUSED_GOAL_MS} ms at the end`,
      measured: spread(end, 'ms'),
      isMet: end.median <= REFUSED_GOAL_MS,
    },
  ]
}

/** The address of a port at which nothing listens. */
const closedPort = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(`http://127.0.0.1:${port}`))
    })
  })
