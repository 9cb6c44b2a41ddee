import type { AttemptStatus, Failure } from '@svc/protocol'
import { toAttachment } from '../common/attachments.ts'
import { nameOfClass } from '../common/class-name.ts'
import { FAILURE_WITHOUT_MESSAGE } from '../common/failure-without-message.ts'
import { readSeconds, readTimestamp } from '../common/times.ts'
import type { Format, ReportedAttempt, ReportedName, Sink } from '../format.ts'
import { ReportProblem } from '../problem.ts'
import { annotationsOf, child, childrenOf, collect, textAt, type XmlNode } from '../xml/collect.ts'
import type { Attributes } from '../xml/handler.ts'
import { parseXml } from '../xml/parse.ts'
import { rootOf } from '../xml/root-of.ts'

const STATUS: Readonly<Record<string, AttemptStatus>> = {
  passed: 'passed',
  success: 'passed',
  warning: 'passed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  skipped: 'skipped',
  ignored: 'skipped',
  // NUnit cannot call it, and its run fails.
  notrunnable: 'failed',
  inconclusive: 'skipped',
  cancelled: 'interrupted',
}

/** The `test-suite` of another format names its namespace. */
const ROOT = /^<(?:test-(?:run|results)[\s>]|test-suite\s(?![^>]*\bxmlns\b))/

/** NUnit's own XML: `test-run` of version 3 and later, `test-results` of version 2. */
export const nunit: Format = {
  name: 'nunit',
  detect: ({ text }) => ROOT.test(rootOf(text)),
  startedAt: ({ text }) => startOf(text),
  runner: () => ({ name: 'nunit' }),
  async read(source, sink) {
    const startedAt = startOf(source.head.text)
    sink.run({ tool: 'nunit', ...(startedAt !== undefined && { startedAt }) })
    const seen = { tests: 0, skipped: 0, failed: 0 }
    let said: Said | undefined
    const suites: string[] = []
    const handler = collect({
      wanted: new Set(['test-case', 'failure']),
      printed: new Set(['output']),
      repaired: sink.repaired,
      begin(name, attributes, line) {
        said ??= saidBy(attributes, line)
        if (name === 'test-suite') suites.push(attributes.get('fullname') ?? attributes.get('name') ?? '')
      },
      end(name) {
        if (name === 'test-suite') suites.pop()
      },
      node(node) {
        if (node.name === 'test-case') {
          refuseList(node)
          const attempt = toAttempt(node, source.path, sink)
          seen.tests += 1
          seen.skipped += attempt.status === 'skipped' ? 1 : 0
          seen.failed += attempt.status === 'failed' ? 1 : 0
          sink.test(nunitNameOf(node, suites, sink), [attempt])
          return
        }
        const failure = failureOf(node)
        // A suite fails because of its tests; only a failed set-up has a reason of its own.
        if (CHILDREN.test(failure.message)) return
        seen.failed += 1
        sink.error({ ...failure, message: `${suites.at(-1) ?? ''}: ${failure.message}` })
      },
    })
    await parseXml(source.text(sink), handler)
    if (seen.tests === 0) sink.warning('It contains no test-case.')
    if (said?.hasFailed && seen.failed === 0) sink.error({ message: FAILURE_WITHOUT_MESSAGE })
    if (said?.total !== undefined && !isTotal(said.total, said.notRun))
      sink.repaired('wrong total', said.line, `total says ${said.total}, has ${seen.tests}`)

    /** Version 2 omits tests that did not run and counts them separately; inconclusive ones ran. */
    function isTotal(total: number, notRun = 0) {
      return [seen.tests, seen.tests - seen.skipped, seen.tests - notRun].includes(total)
    }
  },
}

/** The output of `--explore`: tests before they run, without results. */
const refuseList = ({ attributes, line, children }: XmlNode): void => {
  const hasRun = ['result', 'executed', 'success', 'start-time', 'duration', 'time', 'asserts'].some((each) =>
    attributes.has(each),
  )
  if (hasRun || !attributes.has('runstate') || children.some(({ name }) => name !== 'properties')) return
  throw new ReportProblem(LIST, { line, column: 1 })
}

const LIST =
  'it lists tests without results, as NUnit writes with --explore; send the file that --result writes'

/** The totals of the root element. */
interface Said {
  total?: number
  /** Tests that the total omits. */
  notRun?: number
  hasFailed: boolean
  line: number
}

const saidBy = (attributes: Attributes, line: number): Said => {
  const count = (field: string) => Number(attributes.get(field) ?? Number.NaN)
  return {
    ...(count('total') >= 0 && { total: count('total') }),
    ...(count('not-run') >= 0 && { notRun: count('not-run') }),
    hasFailed:
      /^(?:failed|failure|error)$/i.test(attributes.get('result') ?? '') ||
      ['failed', 'failures', 'errors'].some((field) => count(field) > 0),
    line,
  }
}

const CHILDREN = /^(?:One or more child tests had errors|Child test failed)/

const startOf = (text: string): number | undefined => {
  const startTime = /<test-run\s[^>]{0,2000}?\bstart-time="([^"]{1,60})"/.exec(text)?.[1]
  const [, old = ''] = /<test-results\s([^>]{0,2000})/.exec(text) ?? []
  const [date, time] = [/\bdate="([^"]{1,20})"/.exec(old)?.[1], /\btime="([^"]{1,20})"/.exec(old)?.[1]]
  return readTimestamp(startTime ?? (date && time ? `${date} ${time}` : undefined))
}

const nunitNameOf = ({ attributes }: XmlNode, suites: string[], sink: Sink): ReportedName => {
  const whole = attributes.get('fullname') ?? attributes.get('name') ?? ''
  const [, classOfName = ''] = /^((?:[\w+`]+\.)*[\w+`]+)\.[^.(]+(?:\(|$)/.exec(whole) ?? []
  const className = attributes.get('classname') || classOfName || suites.at(-1) || ''
  const title = whole.startsWith(`${className}.`)
    ? whole.slice(className.length + 1)
    : (attributes.get('name') ?? whole)
  return nameOfClass(className, title, sink)
}

const toAttempt = (node: XmlNode, reportPath: string, sink: Sink): ReportedAttempt => {
  const { attributes, line } = node
  const { durationMs = 0, repair } = readSeconds(attributes.get('duration') ?? attributes.get('time'))
  if (repair) sink.repaired(repair, line)
  const startedAt = readTimestamp(attributes.get('start-time'))
  const status = statusOf(node, sink)
  const output = child(node, 'output')?.text
  const properties = annotationsOf(node, 'properties', 'property')
  const tags = properties.filter(({ type }) => type === 'Category').map(({ description }) => description)
  const annotations = properties.filter(({ type }) => type !== 'Category' && !type.startsWith('_'))
  const reason = textAt(node, 'reason', 'message')
  const files = childrenOf(child(node, 'attachments'), 'attachment').map((each) => textAt(each, 'filePath'))
  return {
    status,
    durationMs,
    ...(startedAt !== undefined && { startedAt }),
    ...(status === 'failed' && { errors: failuresOf(node) }),
    ...(status === 'skipped' && { skip: { kind: 'skip' as const, ...(reason && { reason }) } }),
    ...(output && { stdout: output }),
    ...(tags.length > 0 && { tags }),
    ...(annotations.length > 0 && { annotations }),
    ...(files.length > 0 && { attachments: files.map((path) => toAttachment(path, reportPath)) }),
  }
}

const statusOf = (node: XmlNode, sink: Sink): AttemptStatus => {
  const { attributes, line } = node
  const label = attributes.get('label')?.toLowerCase() ?? ''
  const result = attributes.get('result')?.toLowerCase() ?? ''
  if (label === 'cancelled') return 'interrupted'
  const known = STATUS[result]
  if (known) return known
  // Version 2 may express it in two attributes alone.
  if (attributes.get('executed')?.toLowerCase() === 'false') return 'skipped'
  if (attributes.has('success'))
    return attributes.get('success')?.toLowerCase() === 'true' ? 'passed' : 'failed'
  if (result === '' && attributes.has('executed')) return child(node, 'failure') ? 'failed' : 'passed'
  sink.repaired('unknown result', line, result)
  return 'failed'
}

const failuresOf = (node: XmlNode): Failure[] => {
  const failed = child(node, 'failure')
  const several = childrenOf(child(node, 'assertions'), 'assertion').filter(
    ({ attributes }) => !/^(?:passed|warning)$/i.test(attributes.get('result') ?? ''),
  )
  if (several.length > 1) return several.map(failureOf)
  return [
    failed ? failureOf(failed) : { message: textAt(node, 'reason', 'message') || 'failed without a message' },
  ]
}

const failureOf = (node: XmlNode): Failure => {
  const [message, stack] = [textAt(node, 'message'), textAt(node, 'stack-trace')]
  return {
    message: message || stack.split('\n', 1)[0] || 'failed without a message',
    ...(stack && { stack }),
  }
}
