/** What kept the action from doing a part of its work, in words that say what to do next. */
export class Trouble extends Error {
  /** The status of the answer; absent where none came. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The words of anything thrown. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
