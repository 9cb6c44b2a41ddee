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
/** The memory of live objects, including the names of tests, for a file of any size. */
const HEAP_MIB = 128
const child = fileURLToPath(new URL('child.ts', import.meta.url))

/**
 * Reads report files, and parses the same files with a plain streaming parser, each in a separate
 * process; compares time and memory.
 */
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
  /** The same with `HEAP_MIB` for live objects; absent if that was too little. */
  cappedMib: number | undefined
}

const memoryOf = async (folder: string, kind: Kind): Promise<Verdict> => {
  const weighed: Weighed[] = []
  for (const [size, logs] of SIZES) {
    const { path, tests } = await make(folder, kind, size, logs)
    const empty = await run('nothing', path)
    const [read, imported] = [await run('read', path), await run('import', path)]
    const capped = await run('import', path, HEAP_MIB).catch(() => undefined)
    rmSync(path)
    weighed.push({
      name: `${size} MiB${logs > 1 ? `, each test printed ${logs} times as much` : ''}`,
      tests,
      readMib: read.peakMib - empty.peakMib,
      importMib: imported.peakMib - empty.peakMib,
      importMs: imported.ms,
      cappedMib: capped && capped.peakMib - empty.peakMib,
    })
  }
  heading(`${kind}, most resident above an empty process, load ${loadavg()[0]?.toFixed(1)}`)
  table(
    ['file', 'tests', 'read', 'read, and written to a journal', 'in', `in a heap of ${HEAP_MIB} MiB`],
    weighed.map(({ name, tests, readMib, importMib, importMs, cappedMib }) => [
      name,
      tests.toLocaleString('en-US'),
      figure(readMib, 'MiB'),
      figure(importMib, 'MiB'),
      figure(importMs / 1000, 's'),
      cappedMib === undefined ? 'too little' : figure(cappedMib, 'MiB'),
    ]),
  )
  const [, middle, large, long] = weighed
  const more = (long?.importMib ?? Number.NaN) - (middle?.importMib ?? Number.NaN)
  return {
    area: `Memory of importing ${kind}, 500 MiB`,
    goal: `a heap of ${HEAP_MIB} MiB is enough`,
    measured: `${large?.cappedMib === undefined ? 'no' : 'yes'}, ${figure(large?.cappedMib ?? Number.NaN, 'MiB')} resident; without a bound ${figure(large?.importMib ?? Number.NaN, 'MiB')}, and ${figure(more, 'MiB')} more than 50 MiB of as many tests`,
    isMet: large?.cappedMib !== undefined,
  }
}

const make = async (folder: string, kind: Kind, size: number, logs = 1) => {
  const path = join(folder, `report-${size}.${kind === 'junit' ? 'xml' : 'json'}`)
  const tests = await makeReport(path, kind, size * MIB, logs)
  return { path, tests, bytes: statSync(path).size }
}

/** `heapMib` limits the live objects of the process; with more, it ends with an error. */
const run = async (work: Work, path: string, heapMib?: number): Promise<Done> => {
  const limits = heapMib ? [`--max-old-space-size=${heapMib}`] : []
  const { stdout } = await promisify(execFile)(process.execPath, [...limits, child, work, path])
  return JSON.parse(stdout)
}
