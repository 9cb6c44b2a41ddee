/** A location in the tested project; `file` is posix and relative to the root, `line` and `column` count from 1. */
export interface Location {
  file: string
  line: number
  column?: number
}

/** One error of an attempt, as the runner reported it, without colour codes. */
export interface Failure {
  message: string
  /** The error's class if known, for example `AssertionError`. */
  name?: string
  stack?: string
  /** Source lines around the position, if the runner prints them. */
  snippet?: string
  location?: Location
  /** Source around further frames of the project: of the causes first, then of the callers, the innermost first. */
  frames?: SourceFrame[]
  /** The values that an assertion library compared, as printed text. */
  expected?: string
  actual?: string
  cause?: Failure
  /** The members of an aggregate error. */
  errors?: Failure[]
}

/** A frame of a stack with its source lines; `>` marks the line of the frame. */
export interface SourceFrame {
  location: Location
  snippet: string
}
