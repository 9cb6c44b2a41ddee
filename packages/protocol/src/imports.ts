/**
 * What test files with failures import, as the runner knows it. Paths are posix, relative to the top of the git
 * repository and inside it, without packages. Numbers are positions in `files`.
 */
export interface Imports {
  /**
   * First the test files, then all files that they import, directly or through others, then other modules that the run
   * loaded. At most `LIMITS.importedFiles`.
   */
  files: string[]
  /** The number of test files at the beginning of `files`. */
  tests: number
  /** The direct imports of each file, of as many as the test files reach; at most `LIMITS.imports` together. */
  imports: number[][]
  /** Files that may load more than their imports: by a computed name, in a process, or as output of a build. */
  open: number[]
  /** Files that differ from where the branch began; absent if the clone does not reach that commit. */
  changed?: Changed
}

/** Changed files by name; a renamed one is in both lists. */
export interface Changed {
  /** Added and modified files. */
  files: string[]
  removed: string[]
  /** The number of changed files that the lists leave out. */
  more?: number
}
