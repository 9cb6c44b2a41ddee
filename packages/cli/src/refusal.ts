interface More {
  /** The next step, as a sentence or a command. */
  next?: string
  /** A code of the API or of the command. */
  code?: string
  retryAfterSeconds?: number
  /** Of the command; 1 unless it is given. */
  exitCode?: number
}

/** Why a command failed, and what to do next. */
export class Refusal extends Error {
  readonly next: string | undefined
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  readonly exitCode: number

  constructor(message: string, { next, code = 'FAILED', retryAfterSeconds, exitCode = 1 }: More = {}) {
    super(message)
    this.next = next
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.exitCode = exitCode
  }
}
