import {
  type AttemptDetail,
  type AttemptStatus,
  LIMITS,
  orderCtrfAttempts,
  readCtrfStatus,
} from '@svc/protocol'
import type { ReportedAttempt, ReportedName, Sink } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { dateOf, durationOf, type Fields, isFields, listOf, textOf, wholeOf } from '../values.ts'

const STATUS = new Map<unknown, AttemptStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['pending', 'skipped'],
  ['other', 'skipped'],
])

interface ReadTest {
  name: ReportedName
  attempts: ReportedAttempt[]
  /** As in the report. */
  status: unknown
}

/** One test of a CTRF report; `place` is its position there. */
export const toTest = (place: string, value: unknown, sink: Sink, line: number): ReadTest => {
  const test = object(place, value)
  const last = toAttempt(place, test, sink, line)
  const tags = listAt(`${place}.tags`, test.tags)
    .slice(0, LIMITS.tags)
    .map((tag) => text(`${place}.tags`, tag))
  if (tags.length > 0) last.tags = tags
  const earlier = listAt(`${place}.retryAttempts`, test.retryAttempts).map((attempt, index) => {
    const attemptPlace = `${place}.retryAttempts[${index}]`
    return toAttempt(attemptPlace, object(attemptPlace, attempt), sink, line)
  })
  const retries = test.flaky === true ? Math.max(1, Number(test.retries) || 0) : test.retries
  const variant = textOf(test.browser)
  return {
    name: {
      file:
        test.filePath === undefined || test.filePath === null ? '' : text(`${place}.filePath`, test.filePath),
      titles: [...suitesOf(`${place}.suite`, test.suite), text(`${place}.name`, test.name)],
      ...(variant !== undefined && { variant }),
    },
    attempts: withLast(earlier, last, retries),
    status: test.status,
  }
}

/** Some tools include the last attempt in the list. The count of retries shows whether it is there. */
const withLast = (earlier: ReportedAttempt[], last: ReportedAttempt, retries: unknown): ReportedAttempt[] => {
  const hasLast = typeof retries === 'number' && earlier.length === retries + 1
  const attempts = hasLast ? [...earlier.slice(0, -1), last] : [...earlier, last]
  // There was a retry, but the report omits the earlier attempt: record it as failed, so that the
  // test stays flaky.
  if (attempts.length === 1 && typeof retries === 'number' && retries > 0 && last.status === 'passed')
    attempts.unshift({
      status: 'failed',
      durationMs: 0,
      errors: [{ message: 'Failed before it was retried; the report does not say how.' }],
    })
  return orderCtrfAttempts(attempts).slice(-LIMITS.attempts)
}

const toAttempt = (place: string, fields: Fields, sink: Sink, line: number): ReportedAttempt => {
  const from = readCtrfStatus(fields)
  const status = STATUS.get(from.status)
  if (!status)
    throw new ReportProblem(
      `${place}.status: expected one of ${[...STATUS.keys()].join(', ')}, not ${show(from.status)}`,
    )
  const startedAt = dateOf(from.start, sink, line)
  return {
    status,
    durationMs: durationOf(from.duration, sink, line),
    ...(startedAt !== undefined && { startedAt }),
    ...detailOf(from),
  }
}

const detailOf = (from: Fields): Partial<AttemptDetail> => {
  const message = textOf(from.message)
  const stack = textOf(from.trace)
  const snippet = textOf(from.snippet)
  const file = textOf(from.filePath)
  const row = wholeOf(from.line)
  const stdout = outputOf(from.stdout)
  const stderr = outputOf(from.stderr)
  const attachments = attachmentsOf(from.attachments)
  const detail: Partial<AttemptDetail> = {}
  if (from.status === 'failed') {
    detail.errors = [
      {
        message: message ?? 'Failed without a message.',
        ...(stack !== undefined && { stack }),
        ...(snippet !== undefined && { snippet }),
      },
    ]
    if (file !== undefined && row !== undefined && row > 0) detail.location = { file, line: row }
  } else if (from.status !== 'passed') {
    const reason = message ?? (from.status === 'other' ? 'The report says "other".' : undefined)
    detail.skip = {
      kind: from.status === 'pending' ? 'todo' : 'skip',
      ...(reason !== undefined && { reason }),
    }
  }
  if (attachments.length > 0) detail.attachments = attachments
  if (stdout) detail.stdout = stdout
  if (stderr) detail.stderr = stderr
  return detail
}

const attachmentsOf = (value: unknown): NonNullable<AttemptDetail['attachments']> =>
  listOf(value).flatMap((each) => {
    const { name, contentType, path } = isFields(each) ? each : {}
    if (typeof name !== 'string') return []
    const file = textOf(path)
    return [
      {
        name,
        contentType: textOf(contentType) ?? 'application/octet-stream',
        ...(file !== undefined && { path: file }),
      },
    ]
  })

/** The specification requires a list of names; older tools wrote a text. */
const suitesOf = (place: string, value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') return value.split(' > ')
  return listAt(place, value).map((title, index) => text(`${place}[${index}]`, title))
}

const outputOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .filter((line) => typeof line === 'string' || typeof line === 'number')
        .join('\n')

const object = (place: string, value: unknown): Fields => {
  if (!isFields(value)) throw new ReportProblem(`${place}: expected an object, not ${show(value)}`)
  return value
}

const listAt = (place: string, value: unknown): unknown[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new ReportProblem(`${place}: expected an array, not ${show(value)}`)
  return value
}

const text = (place: string, value: unknown): string => {
  if (typeof value !== 'string') throw new ReportProblem(`${place}: expected a string, not ${show(value)}`)
  return value
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60)
