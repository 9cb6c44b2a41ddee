import {
  type Annotation,
  type Attachment,
  type AttemptDetail,
  type Failure,
  LIMITS,
  type Location,
  type SourceFrame,
  type Step,
} from '@svc/protocol'
import type { Cleaner, Marks } from './clean.ts'
import type { RecordedAttempt } from './recorded.ts'

/** The maximum number of errors of an attempt, including causes and members of aggregates. */
const FAILURES_IN_ALL = 60
/**
 * The maximum number of characters of an attempt's texts: at worst six bytes each, and a line must
 * fit into a segment.
 */
const CHARACTERS_IN_ALL = 1024 * 1024
/** A year, the longest duration that the server accepts: a clock that was set during a run may produce it. */
const LONGEST_MS = 366 * 86_400_000
const LARGEST = 2_147_483_647

/** The details of an attempt besides its status and times; undefined for a plain pass. */
export const toDetail = (
  attempt: RecordedAttempt,
  occurrence: number,
  cleaner: Cleaner,
  marks: Marks,
): AttemptDetail | undefined => {
  const { errors, skip, stdout, stderr, attachments, steps, annotations, tags, location } = attempt
  const didPass = attempt.status === 'passed' && !attempt.expectedFailure
  if (didPass && occurrence === 0 && marks.size === 0 && isPlain(attempt)) return undefined
  const detail: AttemptDetail = {}
  const budget = budgetOf(cleaner)
  if (isPlace(occurrence) && occurrence > 0) detail.occurrence = occurrence
  if (attempt.repeat && isPlace(attempt.repeat)) detail.repeat = attempt.repeat
  if (errors?.length) detail.errors = toFailures(errors, cleaner, marks, budget)
  if (skip) detail.skip = toSkip(skip, cleaner, marks)
  if (attempt.expectedFailure) detail.expectedFailure = true
  if (stdout && !didPass) detail.stdout = cleaner.tail(stdout, LIMITS.outputTailBytes, 'stdout', marks)
  if (stderr && !didPass) detail.stderr = cleaner.tail(stderr, LIMITS.outputTailBytes, 'stderr', marks)
  if (attachments?.length) detail.attachments = toAttachments(attachments, cleaner, marks, budget)
  if (steps?.length && !didPass)
    detail.steps = toSteps(steps, cleaner, marks, { ...budget, left: LIMITS.steps }, 1)
  if (annotations?.length) detail.annotations = toAnnotations(annotations, cleaner, marks, budget)
  if (tags?.length) detail.tags = cleaner.tags(tags, marks)
  if (location && !didPass) Object.assign(detail, toLocation(location, cleaner))
  for (const field of attempt.truncated ?? []) cleaner.cut(field, marks)
  if (marks.size > 0) detail.truncated = [...marks]
  for (const _ in detail) return detail
  return undefined
}

/** True for most tests: a pass without any details. */
const isPlain = ({ repeat, errors, skip, attachments, annotations, tags, truncated }: RecordedAttempt) =>
  !(repeat || errors || skip || attachments || annotations || tags || truncated)

/** One error, cleaned and within the limits, with its causes. */
export const toFailure = (
  failure: Failure,
  cleaner: Cleaner,
  marks: Marks,
  budget: Budget = budgetOf(cleaner),
  depth = 1,
): Failure => {
  budget.left -= 1
  const clean: Failure = {
    message: cleaner.text(failure.message ?? '', LIMITS.messageBytes, 'message', marks),
  }
  const { name, stack, snippet, location, frames, expected, actual, cause, errors } = failure
  if (name) clean.name = cleaner.text(name, LIMITS.textBytes, 'name', marks)
  if (stack) clean.stack = cleaner.text(stack, LIMITS.stackBytes, 'stack', marks)
  if (snippet) clean.snippet = cleaner.text(snippet, LIMITS.snippetBytes, 'snippet', marks)
  if (location) Object.assign(clean, toLocation(location, cleaner))
  if (frames?.length) clean.frames = toFrames(frames, cleaner, marks)
  if (expected !== undefined && actual !== undefined)
    Object.assign(clean, cleaner.compared({ expected, actual }, LIMITS.snippetBytes, marks))
  else if (expected !== undefined)
    clean.expected = cleaner.text(expected, LIMITS.snippetBytes, 'expected', marks)
  else if (actual !== undefined) clean.actual = cleaner.text(actual, LIMITS.snippetBytes, 'actual', marks)
  if (cause && hasRoom('cause')) clean.cause = toFailure(cause, cleaner, marks, budget, depth + 1)
  if (errors?.length && hasRoom('errors'))
    clean.errors = toFailures(errors, cleaner, marks, budget, depth + 1)
  return clean

  function hasRoom(field: string) {
    if (depth < LIMITS.depth && hasLeft(budget, cleaner)) return true
    cleaner.cut(field, marks)
    return false
  }
}

const toFrames = (frames: SourceFrame[], cleaner: Cleaner, marks: Marks): SourceFrame[] =>
  frames.slice(0, LIMITS.frames).flatMap(({ location: place, snippet }) => {
    const { location } = toLocation(place, cleaner)
    return location ? { location, snippet: cleaner.text(snippet, LIMITS.frameBytes, 'frames', marks) } : []
  })

interface Budget {
  /** The number of further ones. */
  left: number
  /** The number of characters that the cleaner may still use. */
  until: number
}

const budgetOf = (cleaner: Cleaner): Budget => ({
  left: FAILURES_IN_ALL,
  until: cleaner.spent + CHARACTERS_IN_ALL,
})

const hasLeft = (budget: Budget, cleaner: Cleaner) => budget.left > 0 && cleaner.spent < budget.until

const toFailures = (
  failures: Failure[],
  cleaner: Cleaner,
  marks: Marks,
  budget: Budget,
  depth = 1,
): Failure[] => {
  const kept: Failure[] = []
  for (const failure of failures) {
    if (kept.length === LIMITS.errors || !hasLeft(budget, cleaner)) {
      cleaner.cut('errors', marks)
      break
    }
    kept.push(toFailure(failure, cleaner, marks, budget, depth))
  }
  return kept
}

const toSkip = (skip: NonNullable<AttemptDetail['skip']>, cleaner: Cleaner, marks: Marks) =>
  skip.reason
    ? { kind: skip.kind, reason: cleaner.text(skip.reason, LIMITS.textBytes, 'reason', marks) }
    : { kind: skip.kind }

/** Undefined for an invalid position; runners report values such as -1 if they do not know it. */
const toLocation = ({ file, line, column }: Location, cleaner: Cleaner): { location?: Location } => {
  if (!isPlace(line)) return {}
  const location: Location = { file: cleaner.path(file), line }
  if (column !== undefined && isPlace(column)) location.column = column
  return { location }
}

const isPlace = (value: number) => Number.isInteger(value) && value >= 0 && value <= LARGEST

const toAttachments = (all: Attachment[], cleaner: Cleaner, marks: Marks, budget: Budget): Attachment[] => {
  const text = (words: string, limit: number) => cleaner.text(words, limit, 'attachments', marks)
  const kept: Attachment[] = []
  for (const { name, contentType, path, sizeBytes } of all) {
    if (isFull('attachments', kept, cleaner, marks, budget)) break
    kept.push({
      name: text(name, LIMITS.textBytes),
      contentType: text(contentType, LIMITS.labelBytes),
      ...(path && { path: cleaner.path(path) }),
      ...(sizeBytes !== undefined && sizeBytes >= 0 && sizeBytes <= Number.MAX_SAFE_INTEGER && { sizeBytes }),
    })
  }
  return kept
}

const toAnnotations = (all: Annotation[], cleaner: Cleaner, marks: Marks, budget: Budget): Annotation[] => {
  const text = (words: string) => cleaner.text(words, LIMITS.textBytes, 'annotations', marks)
  const kept: Annotation[] = []
  for (const { type, description } of all) {
    if (isFull('annotations', kept, cleaner, marks, budget)) break
    // Nothing may be left of a type without its control characters.
    kept.push({ type: text(type) || 'note', ...(description && { description: text(description) }) })
  }
  return kept
}

/** True if nothing more has room in the list, which is then marked. */
const isFull = (
  field: 'attachments' | 'annotations',
  kept: unknown[],
  cleaner: Cleaner,
  marks: Marks,
  budget: Budget,
): boolean => {
  if (kept.length < LIMITS[field] && cleaner.spent < budget.until) return false
  cleaner.cut(field, marks)
  return true
}

const toSteps = (steps: Step[], cleaner: Cleaner, marks: Marks, budget: Budget, depth: number): Step[] => {
  const kept: Step[] = []
  for (const step of steps) {
    if (!hasLeft(budget, cleaner)) {
      cleaner.cut('steps', marks)
      break
    }
    budget.left -= 1
    const clean: Step = {
      title: cleaner.text(step.title, LIMITS.textBytes, 'steps', marks),
      durationMs: roundDuration(step.durationMs),
    }
    if (step.category) clean.category = cleaner.text(step.category, LIMITS.textBytes, 'steps', marks)
    if (step.error) clean.error = cleaner.text(step.error, LIMITS.messageBytes, 'steps', marks)
    if (step.steps?.length && depth < LIMITS.depth)
      clean.steps = toSteps(step.steps, cleaner, marks, budget, depth + 1)
    else if (step.steps?.length) cleaner.cut('steps', marks)
    kept.push(clean)
  }
  return kept
}

/** Two decimals below 10 ms, whole milliseconds above: more digits are noise that takes space. */
export const roundDuration = (durationMs: number): number => {
  if (!(durationMs > 0) || durationMs === Number.POSITIVE_INFINITY) return 0
  return durationMs < 10 ? Math.round(durationMs * 100) / 100 : roundMs(durationMs)
}

/** Whole milliseconds from 0 to a year; 0 for anything that is not a number. */
export const roundMs = (ms: number): number => (ms > 0 ? Math.min(Math.round(ms), LONGEST_MS) : 0)
