import {
  type Annotation,
  type Attachment,
  type AttemptDetail,
  type AttemptStatus,
  type Changed,
  type End,
  type Failure,
  type Group,
  type Imports,
  LIMITS,
  type Location,
  type SourceFrame,
  type Step,
} from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import { type PackedImports, packImports } from '../../results/imports/imports.ts'
import { boundTitles, flag, number, oneOf, type Place, refuse, text } from './check.ts'
import {
  type FieldsOf,
  filledOf,
  listOf,
  nested,
  numberOf,
  oneOfThe,
  optional,
  type Reading,
  record,
  textOf,
  wholeOf,
} from './fields.ts'
import { tags } from './read-open.ts'
import type { Reasons } from './reasons.ts'
import type { KeptAttempt, KeptDetail, KeptEntry } from './segment.ts'

const STATUSES: readonly AttemptStatus[] = ['passed', 'failed', 'timedOut', 'interrupted', 'skipped']
export const KNOWN_STATUS = new Set<unknown>(STATUSES)
export const readStatus = oneOfThe(STATUSES)
export const readOutcome = oneOfThe(['passed', 'failed', 'interrupted'])

/** A year. No test takes longer, but the sum of a broken clock may. */
export const LONGEST_MS = 366 * 86_400_000
export const readDuration = numberOf(0, LONGEST_MS)

/** A journal may have unknown fields: a newer reporter sends an older server more than it stores. */
export const JOURNAL: Reading = { isStrict: false, stepsLeft: 0 }

const titlesAbove = listOf(textOf(LIMITS.titleBytes), LIMITS.titleDepth)

export const readGroup = record<Group>({
  file: textOf(),
  titles: (place, value, reading) => boundTitles(place, titlesAbove(place, value, reading)),
  variant: optional(textOf()),
})

const location = record<Location>({ file: textOf(), line: wholeOf(), column: optional(wholeOf()) })

const frame = record<SourceFrame>({ location, snippet: textOf(LIMITS.frameBytes) })

const readFailure = nested<Failure>('causes', (below) =>
  record<Failure>({
    message: textOf(LIMITS.messageBytes),
    name: optional(textOf()),
    stack: optional(textOf(LIMITS.stackBytes)),
    snippet: optional(textOf(LIMITS.snippetBytes)),
    location: optional(location),
    frames: optional(listOf(frame, LIMITS.frames)),
    expected: optional(textOf(LIMITS.messageBytes)),
    actual: optional(textOf(LIMITS.messageBytes)),
    cause: optional(below),
    errors: optional(listOf(below, LIMITS.errors)),
  }),
)

/** An error outside any test. */
export const readError = record<{ file?: string; failure: Failure }>({
  file: optional(textOf()),
  failure: readFailure,
})

const steps = nested<Step[]>('steps', (below) => {
  const step = record<Step>({
    title: textOf(LIMITS.titleBytes),
    category: optional(textOf()),
    durationMs: readDuration,
    error: optional(textOf(LIMITS.messageBytes)),
    steps: optional(below),
  })
  return listOf((place, value, reading) => {
    if (--reading.stepsLeft < 0) refuse(place, `at most ${LIMITS.steps} steps an attempt`)
    return step(place, value, reading)
  }, LIMITS.steps)
})

const attachment = record<Attachment>({
  name: textOf(),
  contentType: textOf(LIMITS.labelBytes),
  path: optional(textOf()),
  sizeBytes: optional(numberOf()),
})

const annotation = record<Annotation>({ type: filledOf(), description: optional(textOf()) })

const skip = record<NonNullable<AttemptDetail['skip']>>({
  kind: oneOfThe(['skip', 'todo', 'hook', 'filtered', 'interrupted']),
  reason: optional(textOf()),
})

const output = textOf(LIMITS.outputTailBytes)

export const DETAIL: FieldsOf<AttemptDetail> = {
  occurrence: optional(wholeOf()),
  repeat: optional(wholeOf()),
  errors: optional(listOf(readFailure, LIMITS.errors)),
  skip: optional(skip),
  expectedFailure: optional(flag),
  stdout: optional(output),
  stderr: optional(output),
  attachments: optional(listOf(attachment, LIMITS.attachments)),
  steps: optional((place, value, { isStrict }) => steps(place, value, { isStrict, stepsLeft: LIMITS.steps })),
  annotations: optional(listOf(annotation, LIMITS.annotations)),
  tags: optional(tags),
  location: optional(location),
  truncated: optional(tags),
}

const readDetail = record(DETAIL)

const position = wholeOf(0, LIMITS.importedFiles - 1)
const positions = listOf(position, LIMITS.importedFiles)
/** Git may have longer paths than the client lists as imports. */
const changedPaths = listOf(textOf(), LIMITS.changedFiles)
/** The client lists paths of at most 500 UTF-16 units, of up to three bytes each. */
const importedPaths = listOf(textOf(1_500), LIMITS.importedFiles)

const readImports = record<Imports>({
  files: importedPaths,
  tests: wholeOf(0, LIMITS.importedFiles),
  imports: (place, value, reading) =>
    boundImports(place, listOf(positions, LIMITS.importedFiles)(place, value, reading)),
  open: positions,
  changed: optional(
    record<Changed>({ files: changedPaths, removed: changedPaths, more: optional(wholeOf()) }),
  ),
})

function boundImports(place: Place, imports: number[][]): number[][] {
  let room: number = LIMITS.imports
  for (const own of imports) room -= own.length
  return room < 0 ? refuse(place, `at most ${LIMITS.imports} imports together`) : imports
}

const PACKED_KIB = 256

function pack(place: Place, imports: Imports): PackedImports {
  const packed = packImports(imports)
  if (packed.byteLength > PACKED_KIB * 1024)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `${place}: expected a list of at most ${PACKED_KIB} KiB compressed.`,
    )
  return packed
}

const readEnd = record<End>({
  status: readOutcome,
  durationMs: readDuration,
  truncated: optional(wholeOf()),
  redacted: optional(wholeOf()),
  unfinished: optional(wholeOf()),
})

/** Checks an entry and returns its stored form; `null` if it names no kind. */
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
      const { file = null, failure } = readError(`${place}, error`, line[1], JOURNAL)
      return ['error', { file, reason: reasons.error(failure) }]
    }
    case 'imports':
      return ['imports', pack(`${place}, imports`, readImports(`${place}, imports`, line[1], JOURNAL))]
    case 'warning':
      return ['warning', text(`${place}, warning`, line[1], LIMITS.messageBytes)]
    case 'end':
      return ['end', readEnd(`${place}, end`, line[1], JOURNAL)]
    default:
      return typeof line[0] === 'string' ? ['unknown'] : null
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
  const detail =
    line.length > 6 && keepDetail(readDetail(`${place}, attempt[6]`, line[6] ?? {}, JOURNAL), reasons)
  if (detail) plain.push(detail)
  return plain
}

/** A checked detail in the form in which it is stored; undefined if it is empty. */
export function keepDetail(detail: AttemptDetail, reasons: Reasons): KeptDetail | undefined {
  const { errors = [], skip, repeat = 0, occurrence, ...rest } = detail
  const kept: KeptDetail = {
    occurrence,
    repeat,
    errors: errors.map((error) => reasons.error(error)),
    skip: skip ? reasons.skip(skip) : null,
    rest: null,
  }
  for (const _ in rest) {
    kept.rest = JSON.stringify(rest)
    break
  }
  return isEmpty(kept) ? undefined : kept
}

const isEmpty = ({ occurrence, repeat, errors, skip, rest }: KeptDetail) =>
  occurrence === undefined && repeat === 0 && errors.length === 0 && skip === null && rest === null
