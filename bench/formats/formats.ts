import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import type { Done, Work } from './child.ts'
import { type Kind, MIB, makeReport } from './made-report.ts'

const KINDS: Kind[] = ['junit', 'playwright-json']
/** MiB, and how much each test printed: the last has as many tests as the second. */
const SIZES = [
  [5, 1],
  [50, 1],
  [500, 1],
  [500, 10],
] as const
const RATE_MIB = 50
const ROUNDS = 5
/** What counts as flat: what a collector of garbage leaves lying about differs by as much. */
const FLAT_MIB = 64
const child = fileURLToPath(new URL('child.ts', import.meta.url))

/** Reads report files beside a plain streaming parse of the same files, each in a process of its own, and weighs it. */
export const benchFormats = async (): Promise<Verdict[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-formats-'))
  try {
    const verdicts: Verdict[] = []
    for (const kind of KINDS) verdicts.push(await rateOf(folder, kind))
    for (const kind of KINDS) verdicts.push(await memoryOf(folder, kind))
    return verdicts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const rateOf = async (folder: string, kind: Kind): Promise<Verdict> => {
  const { path, bytes, tests } = await make(folder, kind, RATE_MIB)
  const works: Work[] = ['plain', 'read', 'import']
  const done = new Map<Work, Done[]>(works.map((work) => [work, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const work of round % 2 === 0 ? works : works.toReversed())
      done.get(work)?.push(await run(work, path))
  rmSync(path)
  heading(
    `${kind}, ${RATE_MIB} MiB, ${tests.toLocaleString('en-US')} tests, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const ms = (work: Work) => (done.get(work) ?? []).map((each) => each.ms)
  const ratio = (work: Work) =>
    sampleOf(ms(work).map((each, round) => each / (ms('plain')[round] ?? Number.NaN)))
  table(
    ['', 'time', 'rate', 'tests', 'beside the plain parse'],
    works.map((work) => {
      const time = sampleOf(ms(work))
      return [
        NAMES[work],
        spread(time, 'ms'),
        figure(bytes / MIB / (time.median / 1000), 'MiB/s'),
        work === 'plain' ? '' : figure(tests / (time.median / 1000), 'tests/s'),
        work === 'plain' ? '1' : spread(ratio(work), 'times'),
      ]
    }),
  )
  const median = ratio('read').median
  return {
    area: `Reading ${kind}, ${RATE_MIB} MiB`,
    goal: '≤ 2 times a plain streaming parse',
    measured: figure(median, 'times'),
    isMet: median <= 2,
  }
}

const NAMES: Record<Work, string> = {
  nothing: 'an empty process',
  plain: 'plain streaming parse (saxes, @streamparser/json)',
  read: 'read',
  import: 'read, and written to a journal',
}

interface Weighed {
  name: string
  tests: number
  readMib: number
  importMib: number
  importMs: number
}

const memoryOf = async (folder: string, kind: Kind): Promise<Verdict> => {
  const weighed: Weighed[] = []
  for (const [size, logs] of SIZES) {
    const { path, tests } = await make(folder, kind, size, logs)
    const empty = await run('nothing', path)
    const [read, imported] = [await run('read', path), await run('import', path)]
    rmSync(path)
    weighed.push({
      name: `${size} MiB${logs > 1 ? `, each test printed ${logs} times as much` : ''}`,
      tests,
      readMib: read.peakMib - empty.peakMib,
      importMib: imported.peakMib - empty.peakMib,
      importMs: imported.ms,
    })
  }
  heading(`${kind}, most resident above an empty process, load ${loadavg()[0]?.toFixed(1)}`)
  table(
    ['file', 'tests', 'read', 'read, and written to a journal', 'in'],
    weighed.map(({ name, tests, readMib, importMib, importMs }) => [
      name,
      tests.toLocaleString('en-US'),
      figure(readMib, 'MiB'),
      figure(importMib, 'MiB'),
      figure(importMs / 1000, 's'),
    ]),
  )
  const [, middle, , long] = weighed
  const more = (long?.importMib ?? Number.NaN) - (middle?.importMib ?? Number.NaN)
  return {
    area: `Memory of importing ${kind}, 500 MiB`,
    goal: `flat: ≤ +${FLAT_MIB} MiB beside 50 MiB of as many tests`,
    measured: `${figure(more, 'MiB')}; ${figure(weighed[2]?.importMib ?? Number.NaN, 'MiB')} with ten times the tests`,
    isMet: more <= FLAT_MIB,
  }
}

const make = async (folder: string, kind: Kind, size: number, logs = 1) => {
  const path = join(folder, `report-${size}.${kind === 'junit' ? 'xml' : 'json'}`)
  const tests = await makeReport(path, kind, size * MIB, logs)
  return { path, tests, bytes: statSync(path).size }
}

const run = async (work: Work, path: string): Promise<Done> => {
  const { stdout } = await promisify(execFile)(process.execPath, [child, work, path])
  return JSON.parse(stdout)
}
