/** How reports are read. */
export interface ReadOptions {
  /** Name of the format; default: detected from the content. */
  format?: string
  /** The folder that paths in the reports are relative to, absolute; default: the root of the target. */
  base?: string
  /**
   * Assigns a file to tests by their class or suite, or another file; the first pattern that
   * matches applies.
   */
  map?: FileMap[]
  /** The label of tests that have none in their report. */
  variant?: string
  /** True if the files are runs of the same tests: a later one repeats tests of the earlier ones. */
  areReruns?: boolean
  /** Start of runs without one, in milliseconds since the epoch; default: the file's modification time. */
  startedAt?: number
}

/** `replacement` as in `String.replace`, with `$1` and similar references. */
export interface FileMap {
  pattern: RegExp
  replacement: string
}
