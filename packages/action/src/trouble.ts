interface More {
  /** The message of the answer. */
  said?: string
  /** True for a rate limit, regardless of its status. */
  isLimit?: boolean
}

/** Why a part of the action's work failed, and what to do next. */
export class Trouble extends Error {
  /** The status of the answer; undefined if no answer arrived. */
  readonly status: number | undefined
  readonly said: string
  readonly isLimit: boolean

  constructor(message: string, status?: number, { said = '', isLimit = false }: More = {}) {
    super(message)
    this.status = status
    this.said = said
    this.isLimit = isLimit
  }
}

/** Returns the message of any thrown value. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
