interface More {
  /** What the one who answered said. */
  said?: string
  /** True for a rate limit, whatever its status. */
  isLimit?: boolean
}

/** What kept the action from doing a part of its work, in words that say what to do next. */
export class Trouble extends Error {
  /** The status of the answer; absent where none came. */
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

/** The words of anything thrown. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
