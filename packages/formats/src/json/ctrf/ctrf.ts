import { readCtrfEnvironment, readCtrfTool } from '@svc/protocol'
import { FAILURE_WITHOUT_MESSAGE } from '../../common/failure-without-message.ts'
import type { Format, Sink, Source } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { headKeys } from '../head-keys.ts'
import { readJson } from '../read-json.ts'
import { dateOf, type Fields, fieldsOf, isFields } from '../values.ts'
import { compareTotals } from '../wrong-totals.ts'
import { toTest } from './to-test.ts'

const TAKEN = new Set<unknown>(['tool', 'summary', 'environment'])
const COUNTED = ['passed', 'failed', 'skipped', 'pending', 'other'] as const

/**
 * Common Test Report Format, https://ctrf.io; the server accepts the same documents, with the same
 * results.
 */
export const ctrf: Format = {
  name: 'ctrf',
  detect: (head) => {
    const keys = headKeys(head)
    const hasTests = keys.has('results.tests') || keys.has('results.tool', 'results.summary')
    return keys.value('reportFormat') === 'CTRF' || hasTests
  },
  runner: (head) => {
    const keys = headKeys(head)
    return readCtrfTool(keys.value('results.tool.name'), keys.value('results.tool.version'))
  },
  startedAt: (head) => dateOf(headKeys(head).value('results.summary.start')),
  read,
}

async function read(source: Source, sink: Sink): Promise<void> {
  const counts = new Map<unknown, number>()
  let tests: number | undefined
  let summary: Fields = {}
  let hasTool = false
  await readJson(source, sink, {
    choose: (path) => {
      if (path.length === 0) return 'enter'
      if (path.length === 1)
        return path[0] === 'results' ? 'enter' : path[0] === 'specVersion' ? 'take' : 'skip'
      if (path.length > 2) return 'take'
      return path[1] === 'tests' ? 'enter' : TAKEN.has(path[1]) ? 'take' : 'skip'
    },
    enter(path, kind) {
      const wanted = path.length === 2 ? 'array' : 'object'
      if (kind !== wanted) throw new ReportProblem(`${jsonPathOf(path)}: expected an ${wanted}`)
      if (path.length === 2) tests = 0
    },
    take(value, path, { line }) {
      if (path[0] === 'specVersion') tellVersion(value, sink)
      else if (path[1] === 'tool') {
        hasTool = true
        tellTool(value, sink)
      } else if (path[1] === 'summary') {
        summary = fieldsOf(value)
        tellTimes(summary, sink, line)
      } else if (path[1] === 'environment') {
        if (isFields(value)) sink.run({ reported: readCtrfEnvironment(value) })
        else if (value !== null) throw new ReportProblem('results.environment: expected an object')
      } else if (path.length < 3) {
        throw new ReportProblem(`${jsonPathOf(path)}: expected an ${path.length === 2 ? 'array' : 'object'}`)
      } else tellTest(value, line)
    },
  })

  end()

  function tellTest(value: unknown, line: number): void {
    const index = tests ?? 0
    tests = index + 1
    const { name, attempts, status } = toTest(`results.tests[${index}]`, value, sink, line)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    sink.test(name, attempts)
  }

  function end(): void {
    if (tests === undefined) throw new ReportProblem('results.tests: expected an array')
    if (!hasTool) throw new ReportProblem('results.tool: expected an object')
    compareTotals(
      [
        ['summary.tests', summary.tests, tests],
        ...COUNTED.map((status): [string, unknown, number] => [
          `summary.${status}`,
          summary[status],
          counts.get(status) ?? 0,
        ]),
      ],
      sink,
    )
    if (Number(summary.failed) > 0 && !counts.has('failed')) sink.error({ message: FAILURE_WITHOUT_MESSAGE })
  }
}

const jsonPathOf = (path: readonly (string | number)[]) => path.join('.') || 'the report'

/** Only versions before 1 exist; a later one may use the same names for something else. */
function tellVersion(value: unknown, sink: Sink): void {
  const major = Number.parseInt(String(value), 10)
  if (major > 1)
    sink.warning(`CTRF ${String(value).slice(0, 20)} is newer than the supported versions (0 and 1).`)
}

function tellTool(value: unknown, sink: Sink): void {
  if (!isFields(value)) throw new ReportProblem('results.tool: expected an object')
  const tool = readCtrfTool(value.name, value.version)
  if (!tool) throw new ReportProblem('results.tool.name: expected a string')
  sink.run({ tool: tool.name, ...(tool.version !== undefined && { toolVersion: tool.version }) })
}

function tellTimes({ start, stop }: Fields, sink: Sink, line: number): void {
  const begin = dateOf(start, sink, line)
  const end = dateOf(stop, sink, line)
  if (begin === undefined) return
  sink.run({ startedAt: begin, ...(end !== undefined && end >= begin ? { durationMs: end - begin } : {}) })
}
