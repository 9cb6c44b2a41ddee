import type { Location } from './result.ts'

/** One error of an attempt, as the runner reported it, without colour codes. */
export interface Failure {
  message: string
  /** The error's class if known, for example `AssertionError`. */
  name?: string
  stack?: string
  /** Source lines around the position, if the runner prints them. */
  snippet?: string
  location?: Location
  /** The values that an assertion library compared, as printed text. */
  expected?: string
  actual?: string
  cause?: Failure
  /** The members of an aggregate error. */
  errors?: Failure[]
}
