import type { RecordedAttachment } from '@svc/client'
import { LIMITS, type Step } from '@svc/protocol'
import type { Sink } from '../../format.ts'
import { dateOf, durationOf, type Fields, fieldsOf, isFields, listOf, textOf, titleOf } from '../values.ts'
import { toFailure, toPrintedFailure } from './failure.ts'
import type { PlaywrightNote, PlaywrightResult, PlaywrightTest } from './report-shapes.ts'

/** One of a spec's `tests`. */
export const toPlaywrightTest = (
  value: unknown,
  spec: Omit<PlaywrightTest, 'expectedStatus' | 'annotations' | 'results'>,
  sink: Sink,
  line: number,
): PlaywrightTest => {
  const test = fieldsOf(value)
  return {
    ...spec,
    expectedStatus: textOf(test.expectedStatus) ?? 'passed',
    annotations: notesOf(test.annotations),
    results: listOf(test.results)
      .filter(isFields)
      .map((result) => toResult(result, sink, line)),
  }
}

export const notesOf = (value: unknown): PlaywrightNote[] =>
  listOf(value).map((note) => {
    const { type, description } = fieldsOf(note)
    const text = titleOf(description)
    return { type: titleOf(type), ...(text ? { description: text } : {}) }
  })

const toResult = (result: Fields, sink: Sink, line: number): PlaywrightResult => {
  const startedAt = dateOf(result.startTime, sink, line)
  const [first, ...more] = listOf(result.errors)
  return {
    // The results of a run that was cut off may have none.
    status: textOf(result.status) ?? 'interrupted',
    durationMs: durationOf(result.duration, sink, line),
    ...(startedAt !== undefined && { startedAt }),
    errors: [
      ...(isFields(result.error) ? [toFailure(result.error)] : first ? [toPrintedFailure(first)] : []),
      ...more.map(toPrintedFailure),
    ],
    annotations: notesOf(result.annotations),
    attachments: listOf(result.attachments).filter(isFields).map(toAttachment),
    stdout: outputOf(result.stdout),
    stderr: outputOf(result.stderr),
    steps: toSteps(result.steps),
  }
}

const outputOf = (value: unknown): string =>
  listOf(value)
    .map((entry) => {
      const { text, buffer } = fieldsOf(entry)
      return typeof buffer === 'string' ? Buffer.from(buffer, 'base64').toString() : titleOf(text)
    })
    .join('')

const toAttachment = ({ name, contentType, path, body }: Fields): RecordedAttachment => {
  const file = textOf(path)
  const bytes = typeof body === 'string' ? Buffer.from(body, 'base64') : undefined
  const isWhole = bytes !== undefined && bytes.length <= LONGEST_BODY
  return {
    name: titleOf(name),
    contentType: textOf(contentType) ?? 'application/octet-stream',
    ...(file !== undefined && { path: file }),
    ...(isWhole && { body: bytes, sizeBytes: bytes.length }),
  }
}

/** Longer ones were cut, and a part of a file is useless. */
const LONGEST_BODY = 11 * 1024 * 1024

const toSteps = (value: unknown, depth = 1): Step[] =>
  listOf(value)
    .slice(0, LIMITS.steps + 1)
    .map((each) => {
      const step = fieldsOf(each)
      const subtitle = titleOf(step.subtitle)
      const steps = depth <= LIMITS.depth ? toSteps(step.steps, depth + 1) : []
      return {
        title: subtitle ? `${titleOf(step.title)} ${subtitle}` : titleOf(step.title),
        category: 'test.step',
        durationMs: typeof step.duration === 'number' ? Math.max(0, step.duration) : 0,
        ...(step.error ? { error: toFailure(step.error).message } : {}),
        ...(steps.length > 0 && { steps }),
      }
    })
