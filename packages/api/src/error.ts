/** Why the server refused; `UNREACHABLE` is the client's own code, if there was no readable answer. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'STORAGE_FULL'
  | 'UNREACHABLE'

/** A refusal of the server, or no answer at all; the message says what to do. */
export class SvcError extends Error {
  readonly code: ErrorCode
  /** HTTP status; 0 if there was no answer. */
  readonly status: number
  /** Seconds to wait, if the server named them. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    message: string,
    { status = 0, retryAfterSeconds = null as number | null, cause = undefined as unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'SvcError'
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}
