import type { AttemptDetail, Failure } from '@svc/protocol'

/**
 * The number of characters of a message in the column `message`, which is all that lists, searches
 * and comparisons read.
 */
const MESSAGE_LENGTH = 2_000

type Skip = NonNullable<AttemptDetail['skip']>

/** The columns of `reason` that contain the reason itself. */
export interface StoredReason {
  kind: 'error' | 'skip'
  message: string
  /** JSON of the failure or the skip; without the message of a failure if the column contains all of it. */
  detail: string
}

/** The columns that contain a failure. A message is stored once, unless it is longer than the column. */
export function storeFailure(failure: Failure): Omit<StoredReason, 'kind'> {
  const { message, ...rest } = failure
  if (message.length <= MESSAGE_LENGTH) return { message, detail: JSON.stringify(rest) }
  return { message: message.slice(0, MESSAGE_LENGTH).toWellFormed(), detail: JSON.stringify(failure) }
}

/** The failure or the skip of a row. */
export function readStored(row: Omit<StoredReason, 'kind'> & { kind: 'error' }): Failure
export function readStored(row: StoredReason): Failure | Skip
export function readStored({ kind, message, detail }: StoredReason): Failure | Skip {
  const stored = JSON.parse(detail)
  return kind === 'error' ? { message, ...stored } : stored
}
