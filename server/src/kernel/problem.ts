import { LIMITS, type ProblemCode } from '@svc/protocol'

/** A refusal a client may read: `message` is public and says what to do, `cause` never leaves the server. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** Facts for a door to put where it has a place for them, such as an HTTP header. */
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    message: string,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'Problem'
    this.code = code
    this.headers = options.headers ?? {}
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
