/** What a failure says, to find documents about it. */
export interface FailureWords {
  /** First lines of the error and its causes. */
  messages: string[]
  /** Titles of the test, outermost first. */
  titles: string[]
  /** The function that threw; empty if unknown. */
  function: string
  /** Paths of the test and of the code that threw. */
  files: string[]
}
