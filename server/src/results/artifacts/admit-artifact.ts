import type {
  ArtifactAnswer,
  ArtifactLeftOut,
  Attachment,
  AttemptDetail,
  DeclaredArtifact,
} from '@svc/protocol'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { JournalPart } from './find-part.ts'
import type { ArtifactLimits } from './limits.ts'

/** An attempt with attachments. */
export interface Attached {
  testId: number
  /** The attempt of the test within its part, from 0. */
  attempt: number
  attachments: Attachment[]
}

/** The artifacts that an execution already has. */
export interface ExistingArtifacts {
  /** Rows of any state. */
  rows: number
  /** Rows that are stored or awaited. */
  files: number
  bytes: number
}

export type Admission =
  | { kind: 'take'; sha256: string; sizeBytes: number }
  | { kind: 'leave'; reason: string }
  /** Answered without a row of its own. */
  | { kind: 'tell'; answer: ArtifactAnswer }

/** The reporter's reasons, in words. */
const LEFT_OUT: Record<ArtifactLeftOut, string> = {
  outside: 'It is outside the project.',
  symlink: 'It is a symbolic link.',
  special: 'It is not a regular file.',
  vanished: 'It no longer existed when the reporter sent it.',
  changed: 'It kept changing while the reporter read it.',
  unreadable: 'The reporter could not read it.',
  large: 'It is too large to send.',
  many: 'The run attached more artifacts than a reporter sends.',
}

/** Limits the rows for omitted artifacts. */
const NOTES_FOR_EACH_FILE = 2

/** Decides about one declared artifact; counts it in `held` if it is accepted or recorded. */
export function admitArtifact(
  { entry, number, sizeBytes, sha256, leftOut }: DeclaredArtifact,
  attached: Attached | undefined,
  held: ExistingArtifacts,
  limits: ArtifactLimits,
): Admission {
  const tell = (state: 'left' | 'refused', reason: string): Admission => ({
    kind: 'tell',
    answer: { entry, number, state, reason },
  })
  if (!attached?.attachments[number])
    return tell(
      'refused',
      `The journal has no attempt at entry ${entry} with an attachment ${number}, or it was archived.`,
    )
  const reason = leftOut ? LEFT_OUT[leftOut] : overLimit(sizeBytes, held, limits)
  if (reason !== null) {
    if (held.rows >= limits.executionFiles * NOTES_FOR_EACH_FILE) return tell('left', reason)
    held.rows++
    return { kind: 'leave', reason }
  }
  if (sizeBytes === undefined || sha256 === undefined)
    return { kind: 'tell', answer: { entry, number, state: 'hash' } }
  held.rows++
  held.files++
  held.bytes += sizeBytes
  return { kind: 'take', sha256, sizeBytes }
}

function overLimit(sizeBytes = 0, held: ExistingArtifacts, limits: ArtifactLimits): string | null {
  if (sizeBytes > limits.fileBytes)
    return `It has ${sizeBytes} bytes, and an artifact may have ${limits.fileBytes}.`
  if (held.files >= limits.executionFiles)
    return `The execution has ${limits.executionFiles} artifacts already, which is the most it may have.`
  if (held.bytes + sizeBytes > limits.executionBytes)
    return `With it the execution would have more than ${limits.executionBytes} bytes of artifacts.`
  return null
}

/** The attachments of attempts, by their entry; omits attempts without any. */
export async function readAttached(
  store: Store,
  part: JournalPart,
  entries: number[],
): Promise<Map<number, Attached>> {
  const rows = await store.read
    .selectFrom('attempt')
    .select(['test_id', 'entry', 'detail'])
    .select(({ selectFrom, fn }) =>
      selectFrom('attempt as earlier')
        .select(fn.countAll<number>().as('count'))
        .whereRef('earlier.execution_id', '=', 'attempt.execution_id')
        .whereRef('earlier.test_id', '=', 'attempt.test_id')
        .whereRef('earlier.part', '=', 'attempt.part')
        .whereRef('earlier.entry', '<', 'attempt.entry')
        .as('attempt'),
    )
    .where('execution_id', '=', part.executionId)
    .where('part', '=', part.number)
    .where(isOneOf(store.dialect, 'entry', [...new Set(entries)]))
    .execute()
  const attached = new Map<number, Attached>()
  for (const row of rows) {
    const { attachments = [] }: AttemptDetail = row.detail ? JSON.parse(row.detail) : {}
    if (attachments.length > 0)
      attached.set(row.entry, { testId: row.test_id, attempt: row.attempt ?? 0, attachments })
  }
  return attached
}
