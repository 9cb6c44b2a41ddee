/** How reports are read. */
export interface ReadOptions {
  /** Name of the format; default: detected from the content. */
  format?: string
  /** The folder that paths in the reports are relative to, absolute; default: the root of the target. */
  base?: string
  /** Gives tests a file by their class or suite, or another file; the first pattern that matches counts. */
  map?: FileMap[]
  /** The label of tests whose report gives them none. */
  variant?: string
  /** Start of runs without one, in milliseconds since the epoch; default: the file's modification time. */
  startedAt?: number
}

/** `replacement` as of `String.replace`, with `$1` and the like. */
export interface FileMap {
  pattern: RegExp
  replacement: string
}
