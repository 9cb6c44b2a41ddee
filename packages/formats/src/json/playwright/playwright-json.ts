import { open } from 'node:fs/promises'
import {
  FAILED_BY_FLAKES,
  FAILURE_WITHOUT_MESSAGE,
  INTERRUPTED,
} from '../../common/failure-without-message.ts'
import type { Format, Sink, Source } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { headKeys } from '../head-keys.ts'
import { type Path, readJson, type Visitor } from '../read-json.ts'
import { dateOf, durationOf, fieldsOf, isFields, textOf, titleOf } from '../values.ts'
import { compareTotals } from '../wrong-totals.ts'
import { toFailure } from './failure.ts'
import { Specs, type Suite } from './specs.ts'

const TAIL_BYTES = 16 * 1024

/** The end of a file as it lies on disk. */
const readTail = async (path: string): Promise<string> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The JSON reporter of Playwright. */
export const playwrightJson: Format = {
  name: 'playwright-json',
  detect: (head) => {
    const keys = headKeys(head)
    return (
      keys.has('config.rootDir') || keys.has('config.projects') || (keys.has('suites') && keys.has('stats'))
    )
  },
  runner: (head) => runnerOf(headKeys(head).value('config.version')),
  startedAt,
  read,
}

const runnerOf = (version: unknown) => ({
  name: 'playwright',
  ...(typeof version === 'string' && version !== '' ? { version: version.slice(0, 50) } : {}),
})

/** The last keys that Playwright writes. */
const STATS = /"stats"\s*:\s*\{[^{}]*?"startTime"\s*:\s*"([^"]{10,40})"/

/** The statistics follow all tests: they are at the end of the file, or a full search finds them. */
async function startedAt(_: unknown, source: Source): Promise<number | undefined> {
  const startTime = STATS.exec(await readTail(source.path))?.[1]
  if (startTime !== undefined) return dateOf(startTime)
  let stats: unknown
  await readJson(
    source,
    { repaired: () => undefined },
    {
      choose: (path) => (path.length === 0 ? 'enter' : path[0] === 'stats' ? 'take' : 'skip'),
      take: (value) => {
        stats = value
      },
    },
  )
  return dateOf(fieldsOf(stats).startTime)
}

/** The most tests that wait for a block's title after them, for example if a tool has sorted all keys. */
const MOST_WAITING = 20_000
const SORTED =
  'the title of a block follows its tests, and the block has too many tests to wait for the title'

const LIST =
  'it lists tests without results, as Playwright writes with --list, or if a run ends before its first test; send the report of a run that ended'

async function read(source: Source, sink: Sink): Promise<void> {
  const specs = new Specs(sink)
  const suites: Suite[] = []
  let waiting: { above: Suite[]; spec: unknown; line: number }[] = []
  let stats: Record<string, unknown> | undefined
  let hasSuites = false

  const tellWaiting = () => {
    const isKnown = (above: Suite[]) => above.every(({ title }) => title !== undefined)
    for (const { above, spec, line } of waiting) if (isKnown(above)) specs.tell(above, spec, line)
    waiting = waiting.filter(({ above }) => !isKnown(above))
  }

  await readJson(source, sink, {
    choose: chooseOf,
    enter(path, kind) {
      const wanted =
        path.length > 0 && typeof path.at(-1) === 'string' && path[0] !== 'config' ? 'array' : 'object'
      if (kind !== wanted) throw new ReportProblem(`${path.join('.') || 'the report'}: expected an ${wanted}`)
      hasSuites ||= path[0] === 'suites'
      if (isSuite(path)) suites.push(suites.length === 0 ? { title: '' } : {})
    },
    take(value, path, { line }) {
      const [root, field] = path
      const suite = suites.at(-1)
      if (root === 'config') specs.configure(String(field), value)
      else if (root === 'stats') stats = isFields(value) ? value : undefined
      else if (root === 'errors') specs.error(toFailure(value))
      else if (path.at(-2) === 'specs' && suite) {
        if (suites.every(({ title }) => title !== undefined)) specs.tell([...suites], value, line)
        else waiting.push({ above: [...suites], spec: value, line })
        if (waiting.length > MOST_WAITING) throw new ReportProblem(SORTED)
      } else if (path.at(-1) === 'title' && suite) {
        suite.title ??= titleOf(value)
      } else if (path.at(-1) === 'file' && suite) {
        suite.file = textOf(value) ?? ''
      } else throw new ReportProblem(`${path.join('.') || 'the report'}: not in the format of Playwright`)
    },
    leave(path) {
      if (!isSuite(path)) return
      const suite = suites.pop()
      if (suite) suite.title ??= ''
      if (waiting.length > 0) tellWaiting()
    },
  })
  if (!hasSuites) throw new ReportProblem('it has no suites')
  if (specs.isList) throw new ReportProblem(LIST)
  specs.end()
  if (stats) tellStats(stats, specs, sink)
  else sink.repaired('report without stats')
  if (specs.outcomes.unexpected > 0 || specs.hasErrors) return
  if (specs.saysFailed || Number(stats?.unexpected) > 0) sink.error({ message: FAILURE_WITHOUT_MESSAGE })
  else if (specs.countsFlakes && specs.outcomes.flaky > 0) sink.error({ message: FAILED_BY_FLAKES })
  // Nothing else keeps tests from ending if no test failed.
  else if (specs.isCutOff) sink.error({ message: INTERRUPTED })
}

const tellStats = (stats: Record<string, unknown>, specs: Specs, sink: Sink): void => {
  const startedAt = dateOf(stats.startTime, sink)
  sink.run({
    ...(startedAt !== undefined && { startedAt }),
    durationMs: durationOf(stats.duration, sink),
  })
  const { outcomes } = specs
  compareTotals(
    (['expected', 'unexpected', 'flaky', 'skipped'] as const).map((name) => [
      `stats.${name}`,
      fieldsOf(stats)[name],
      outcomes[name],
    ]),
    sink,
  )
}

const isSuite = (path: Path) => typeof path.at(-1) === 'number' && path.at(-2) === 'suites'

const CONFIG = new Set(['rootDir', 'version', 'projects', 'failOnFlakyTests'])

const chooseOf = (path: Path): ReturnType<Visitor['choose']> => {
  const [root] = path
  const last = path.at(-1)
  if (path.length === 0) return 'enter'
  if (root === 'stats') return 'take'
  if (root === 'errors') return path.length === 1 ? 'enter' : 'take'
  if (root === 'config') return path.length === 1 ? 'enter' : CONFIG.has(String(last)) ? 'take' : 'skip'
  if (root !== 'suites') return 'skip'
  if (typeof last === 'number') return path.at(-2) === 'specs' ? 'take' : 'enter'
  if (last === 'suites' || last === 'specs') return 'enter'
  return last === 'title' || last === 'file' ? 'take' : 'skip'
}
