import { join } from 'node:path'
import type { AttemptStatus, Failure } from '@svc/protocol'
import { toAttachment } from '../common/attachments.ts'
import { nameOfClass } from '../common/class-name.ts'
import { readSeconds, readTimestamp } from '../common/times.ts'
import type { ReportedAttempt, ReportedName, Sink } from '../format.ts'
import { child, childrenOf, textAt, type XmlNode } from '../xml/collect.ts'

/** Elements that are a test's result. */
export const RESULTS: ReadonlySet<string> = new Set([
  'UnitTestResult',
  'GenericTestResult',
  'ManualTestResult',
  'WebTestResult',
  'TestResult',
  'TestResultAggregation',
])

/** What results say about a test that VSTest knows. */
const STATUS: Readonly<Record<string, AttemptStatus>> = {
  passed: 'passed',
  passedbutrunaborted: 'passed',
  warning: 'passed',
  completed: 'passed',
  failed: 'failed',
  error: 'failed',
  timeout: 'timedOut',
  // The process that ran it ended; VSTest counts these as failed.
  aborted: 'failed',
  disconnected: 'failed',
  // A fatal error, such as a wrong signature, keeps it from running.
  notrunnable: 'failed',
  inprogress: 'interrupted',
  notexecuted: 'skipped',
  inconclusive: 'skipped',
  pending: 'skipped',
}

/** The message if there is no other. */
const CUT_OFF: Readonly<Record<string, string>> = {
  aborted: 'The test was aborted.',
  disconnected: 'The test ended with the process that ran it.',
  notrunnable: 'The test could not be run.',
}

/** A test, as the end of the report defines it. */
export interface Definition {
  /** Empty if it is not there. */
  className: string
  assembly: string
}

interface Reading {
  /** By the test's id. */
  definitions: ReadonlyMap<string, Definition>
  /** The location of attached files. */
  folder: string
  sink: Sink
}

/** Reports a result; for one with rows, the rows. */
export const toTests = (node: XmlNode, reading: Reading): void => {
  const { sink } = reading
  const attempt = toAttempt(node, reading)
  const rows = child(node, 'InnerResults')?.children.filter(({ name }) => RESULTS.has(name)) ?? []
  if (rows.length === 0) {
    sink.test(trxNameOf(node, reading), [attempt])
    return
  }
  const isFailed = (status: AttemptStatus) => status === 'failed' || status === 'timedOut'
  for (const row of rows) toTests(row, reading)
  if (isFailed(attempt.status) && !rows.some((row) => isFailed(toAttempt(row, reading).status)))
    for (const error of attempt.errors ?? []) sink.error(error)
}

const trxNameOf = ({ attributes }: XmlNode, { definitions, sink }: Reading): ReportedName => {
  const whole = attributes.get('testName') ?? ''
  const known = definitions.get(attributes.get('testId') ?? '')
  const className = known?.className || (CLASS.exec(whole)?.[1] ?? '')
  const title = className && whole.startsWith(`${className}.`) ? whole.slice(className.length + 1) : whole
  return { ...nameOfClass(className, title, sink), ...(known && { container: known.assembly }) }
}

/** A namespace and a type before the method, if the report contains them nowhere else. */
const CLASS = /^([A-Za-z_][\w+`]*(?:\.[A-Za-z_][\w+`]*)+)\.[A-Za-z_]\w*(?:\(|$)/

const toAttempt = (node: XmlNode, { folder, sink }: Reading): ReportedAttempt => {
  const { attributes, line } = node
  const output = child(node, 'Output')
  const outcome = attributes.get('outcome') ?? ''
  const status = STATUS[outcome.toLowerCase()] ?? 'failed'
  if (!(outcome.toLowerCase() in STATUS)) sink.repaired('unknown outcome', line, outcome)
  const { durationMs = 0, repair } = readSeconds(attributes.get('duration'))
  if (repair) sink.repaired(repair, line, attributes.get('duration'))
  const startedAt = readTimestamp(attributes.get('startTime'))
  const [stdout, stderr] = [child(output, 'StdOut')?.text, child(output, 'StdErr')?.text]
  const failure = failureOf(child(output, 'ErrorInfo'))
  const attempt: ReportedAttempt = {
    status,
    durationMs,
    ...(startedAt !== undefined && { startedAt }),
    ...(stdout && { stdout }),
    ...(stderr && { stderr }),
  }
  if (status === 'failed' || status === 'timedOut')
    attempt.errors = [failure ?? { message: CUT_OFF[outcome.toLowerCase()] ?? 'failed without a message' }]
  if (status === 'skipped') attempt.skip = { kind: 'skip', ...(failure && { reason: failure.message }) }
  const own = attributes.get('relativeResultsDirectory') ?? ''
  const files = childrenOf(child(node, 'ResultFiles'), 'ResultFile').flatMap(
    (each) => each.attributes.get('path') ?? [],
  )
  if (files.length > 0)
    attempt.attachments = files.map((path) => toAttachment(path, join(folder, own, 'results.trx')))
  return attempt
}

const failureOf = (info: XmlNode | undefined): Failure | undefined => {
  if (!info) return undefined
  const [message, stack] = [textAt(info, 'Message'), textAt(info, 'StackTrace')]
  if (message === '' && stack === '') return undefined
  return {
    message: message || stack.split('\n', 1)[0] || '',
    ...(stack && { stack: message ? `${message}\n${stack}` : stack }),
  }
}
