import { LIMITS, type ProblemCode } from '@svc/protocol'

/** What a client needs beside the message. Each door has a place for them, such as a header of HTTP. */
export interface ProblemFacts {
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number
  /** Entries of the journal that the server holds. */
  acceptedEntries?: number
  /** Bytes of the artifact that the server holds. */
  heldBytes?: number
  /** Another credential may be accepted. */
  isCredentialRefused?: boolean
}

/** A refusal a client may read: `message` is public and says what to do, `cause` never leaves the server. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly facts: ProblemFacts

  constructor(code: ProblemCode, message: string, options: { cause?: unknown } & ProblemFacts = {}) {
    const { cause, ...facts } = options
    super(message, 'cause' in options ? { cause } : {})
    this.name = 'Problem'
    this.code = code
    this.facts = facts
  }
}

export const notFound = (what: string) =>
  new Problem('NOT_FOUND', `There is no such ${what} in this organization.`)

export const tooLarge = (what: string, limitBytes: number) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `${what} is over its limit of ${limitBytes} bytes. Send it in smaller pieces.`,
  )

export const segmentTooLarge = () => tooLarge('The decompressed body', LIMITS.segmentBytes)
