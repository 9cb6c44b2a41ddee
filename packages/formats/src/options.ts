/** How reports are read. */
export interface ReadOptions {
  /** Name of the format; told from the content where absent. */
  format?: string
  /** The folder that paths in the reports are relative to, absolute; the root of the target where absent. */
  base?: string
  /** Gives tests a file by their class or suite, or another file; the first pattern that matches counts. */
  map?: FileMap[]
  /** The label of tests whose report gives them none. */
  variant?: string
  /** Taken for the start of runs that tell none, in milliseconds since the epoch; when the file was written where absent. */
  startedAt?: number
}

/** `replacement` as of `String.replace`, with `$1` and the like. */
export interface FileMap {
  pattern: RegExp
  replacement: string
}
