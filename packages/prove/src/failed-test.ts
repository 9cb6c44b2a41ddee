/** A test that failed. */
export interface FailedTest {
  /** Relative to the root, posix. */
  file: string
  titles: string[]
  variant: string
  /** Its number among the tests of its name in its file; absent for the first. */
  occurrence?: number
  /** Its error. */
  message: string
}
