interface More {
  /** What to do, as a sentence or a command. */
  next?: string
  /** Of the API, or the command's own. */
  code?: string
  retryAfterSeconds?: number
}

/** Why a command could not do its work, and what to do about it. */
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
