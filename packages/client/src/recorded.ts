import type { Attachment, Attempt } from '@svc/protocol'

/** An attachment of a test: a file by its `path`, or the bytes themselves. */
export interface RecordedAttachment extends Attachment {
  body?: Uint8Array
  /** Returns the bytes if they are in an archive; called once, and only to send them. */
  read?: () => Promise<Uint8Array>
}

/** One attempt of a test as a reporter reports it. */
export type RecordedAttempt = Omit<Attempt, 'attachments'> & { attachments?: RecordedAttachment[] }
