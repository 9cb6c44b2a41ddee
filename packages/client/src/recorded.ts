import type { Attachment, Attempt } from '@svc/protocol'

/** What a test attached: a file by its `path`, or the bytes themselves. */
export interface RecordedAttachment extends Attachment {
  body?: Uint8Array
  /** Gives the bytes, where they lie in an archive; asked once, and only where they are sent. */
  read?: () => Promise<Uint8Array>
}

/** One try of a test as a reporter tells it. */
export type RecordedAttempt = Omit<Attempt, 'attachments'> & { attachments?: RecordedAttachment[] }
