import {
  type AttemptDetail,
  type AttemptStatus,
  type Failure,
  type Group,
  LIMITS,
  type Location,
  type SkipKind,
  type Step,
} from '@svc/protocol'
import {
  filled,
  flag,
  list,
  maybe,
  number,
  object,
  oneOf,
  type Place,
  present,
  refuse,
  text,
  whole,
} from './check.ts'
import { keepDetail } from './keep-detail.ts'
import { tags } from './read-open.ts'
import type { Reasons } from './reasons.ts'
import type { KeptAttempt, KeptEntry } from './segment.ts'

const STATUSES: readonly AttemptStatus[] = ['passed', 'failed', 'timedOut', 'interrupted', 'skipped']
export const KNOWN_STATUS = new Set<unknown>(STATUSES)
const SKIP_KINDS: readonly SkipKind[] = ['skip', 'todo', 'hook', 'filtered', 'interrupted']

/** A year. No test takes longer, but the sum of a broken clock may. */
export const LONGEST_MS = 366 * 86_400_000

export function readGroup(place: Place, value: unknown): Group {
  const group = object(place, value)
  const titles = list(`${place}.titles`, group.titles, LIMITS.titleDepth)
  return present({
    file: text(`${place}.file`, group.file),
    titles: titles.map((title, i) => text(`${place}.titles[${i}]`, title, LIMITS.titleBytes)),
    variant: maybe(place, group, 'variant', text),
  }) as Group
}

/** Checks an entry and returns its stored form; `null` if this version does not know its kind. */
export function readEntry(
  place: Place,
  line: unknown[],
  groups: Map<number, Group>,
  reasons: Reasons,
): KeptEntry | null {
  switch (line[0]) {
    case 'attempt':
      return readAttempt(place, line, groups, reasons)
    case 'error': {
      const error = object(`${place}, error`, line[1])
      const file = maybe(`${place}, error`, error, 'file', text)
      const failure = readFailure(`${place}, error.failure`, error.failure)
      return ['error', { file: file ?? null, reason: reasons.error(failure) }]
    }
    case 'warning':
      return ['warning', text(`${place}, warning`, line[1], LIMITS.messageBytes)]
    case 'end': {
      const end = object(`${place}, end`, line[1])
      const endPlace = `${place}, end`
      return [
        'end',
        present({
          status: oneOf(`${endPlace}.status`, end.status, ['passed', 'failed', 'interrupted']),
          durationMs: number(`${endPlace}.durationMs`, end.durationMs, 0, LONGEST_MS),
          truncated: maybe(endPlace, end, 'truncated', whole),
          redacted: maybe(endPlace, end, 'redacted', whole),
        }) as { status: 'passed'; durationMs: number },
      ]
    }
    default:
      return null
  }
}

function readAttempt(
  place: Place,
  line: unknown[],
  groups: Map<number, Group>,
  reasons: Reasons,
): KeptAttempt {
  if (!groups.has(line[1] as number))
    refuse(`${place}, attempt[1]`, 'the number of a group defined on an earlier line of this body', line[1])
  line[2] = text(`${place}, attempt[2] (title)`, line[2], LIMITS.titleBytes)
  oneOf(`${place}, attempt[3] (status)`, line[3], STATUSES)
  number(`${place}, attempt[4] (start)`, line[4], 0, LONGEST_MS)
  number(`${place}, attempt[5] (duration)`, line[5], 0, LONGEST_MS)
  const plain = (line.length > 6 ? line.slice(0, 6) : line) as KeptAttempt
  const detail = line.length > 6 && keepDetail(readDetail(`${place}, attempt[6]`, line[6] ?? {}), reasons)
  if (detail) plain.push(detail)
  return plain
}

export function readDetail(place: Place, value: unknown): AttemptDetail {
  const detail = object(place, value)
  return present({
    occurrence: maybe(place, detail, 'occurrence', whole),
    repeat: maybe(place, detail, 'repeat', whole),
    errors: maybe(place, detail, 'errors', (field, all) =>
      list(field, all, LIMITS.errors).map((error, i) => readFailure(`${field}[${i}]`, error)),
    ),
    skip: maybe(place, detail, 'skip', (field, skip) => {
      const fields = object(field, skip)
      return present({
        kind: oneOf(`${field}.kind`, fields.kind, SKIP_KINDS),
        reason: maybe(field, fields, 'reason', (where, reason) => text(where, reason)),
      })
    }),
    expectedFailure: maybe(place, detail, 'expectedFailure', flag),
    stdout: maybe(place, detail, 'stdout', output),
    stderr: maybe(place, detail, 'stderr', output),
    attachments: maybe(place, detail, 'attachments', (field, all) =>
      list(field, all, LIMITS.attachments).map((one, i) => readAttachment(`${field}[${i}]`, one)),
    ),
    steps: maybe(place, detail, 'steps', (field, all) => readSteps(field, all, { left: LIMITS.steps }, 0)),
    annotations: maybe(place, detail, 'annotations', (field, all) =>
      list(field, all, LIMITS.annotations).map((one, i) => {
        const fields = object(`${field}[${i}]`, one)
        return present({
          type: filled(`${field}[${i}].type`, fields.type),
          description: maybe(`${field}[${i}]`, fields, 'description', (where, words) => text(where, words)),
        })
      }),
    ),
    tags: maybe(place, detail, 'tags', tags),
    location: maybe(place, detail, 'location', readLocation),
    truncated: maybe(place, detail, 'truncated', tags),
  }) as AttemptDetail
}

export function readFailure(place: Place, value: unknown, depth = 0): Failure {
  if (depth > LIMITS.depth) refuse(place, `causes nested at most ${LIMITS.depth} deep`)
  const failure = object(place, value)
  return present({
    message: text(`${place}.message`, failure.message, LIMITS.messageBytes),
    name: maybe(place, failure, 'name', (field, name) => text(field, name)),
    stack: maybe(place, failure, 'stack', (field, stack) => text(field, stack, LIMITS.stackBytes)),
    snippet: maybe(place, failure, 'snippet', (field, lines) => text(field, lines, LIMITS.snippetBytes)),
    location: maybe(place, failure, 'location', readLocation),
    expected: maybe(place, failure, 'expected', (field, one) => text(field, one, LIMITS.messageBytes)),
    actual: maybe(place, failure, 'actual', (field, one) => text(field, one, LIMITS.messageBytes)),
    cause: maybe(place, failure, 'cause', (field, cause) => readFailure(field, cause, depth + 1)),
    errors: maybe(place, failure, 'errors', (field, all) =>
      list(field, all, LIMITS.errors).map((error, i) => readFailure(`${field}[${i}]`, error, depth + 1)),
    ),
  }) as Failure
}

function readLocation(place: Place, value: unknown): Location {
  const location = object(place, value)
  return present({
    file: text(`${place}.file`, location.file),
    line: whole(`${place}.line`, location.line),
    column: maybe(place, location, 'column', whole),
  }) as Location
}

function readAttachment(place: Place, value: unknown) {
  const attachment = object(place, value)
  return present({
    name: text(`${place}.name`, attachment.name),
    contentType: text(`${place}.contentType`, attachment.contentType, LIMITS.labelBytes),
    path: maybe(place, attachment, 'path', (field, path) => text(field, path)),
    sizeBytes: maybe(place, attachment, 'sizeBytes', (field, size) => number(field, size)),
  })
}

function readSteps(place: Place, value: unknown, budget: { left: number }, depth: number): Step[] {
  if (depth > LIMITS.depth) refuse(place, `steps nested at most ${LIMITS.depth} deep`)
  return list(place, value, LIMITS.steps).map((one, i) => {
    const itemPlace = `${place}[${i}]`
    if (--budget.left < 0) refuse(itemPlace, `at most ${LIMITS.steps} steps an attempt`)
    const step = object(itemPlace, one)
    return present({
      title: text(`${itemPlace}.title`, step.title, LIMITS.titleBytes),
      category: maybe(itemPlace, step, 'category', (where, category) => text(where, category)),
      durationMs: number(`${itemPlace}.durationMs`, step.durationMs, 0, LONGEST_MS),
      error: maybe(itemPlace, step, 'error', (where, error) => text(where, error, LIMITS.messageBytes)),
      steps: maybe(itemPlace, step, 'steps', (where, steps) => readSteps(where, steps, budget, depth + 1)),
    }) as Step
  })
}

const output = (place: Place, value: unknown) => text(place, value, LIMITS.outputTailBytes)
