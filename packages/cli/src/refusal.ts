interface More {
  /** The next step, as a sentence or a command. */
  next?: string
  /** A code of the API or of the command. */
  code?: string
  retryAfterSeconds?: number
}

/** Why a command failed, and what to do next. */
export class Refusal extends Error {
  readonly next: string | undefined
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { next, code = 'FAILED', retryAfterSeconds }: More = {}) {
    super(message)
    this.next = next
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
