import type { Test } from '@jest/reporters'
import { Occurrences } from './occurrences.ts'

/** A test file that is being run in one Jest project. */
export interface RunningFile {
  test: Test
  occurrences: Occurrences
  /** True from where on nothing but its result is believed, because another project ran it beside. */
  hasGaps: boolean
}

/**
 * The files that run right now. Jest passes the attempts of a file on with the context of the wrong
 * project where several projects share a runner: only the path of the file can be believed.
 */
export class RunningFiles {
  readonly #byPath = new Map<string, RunningFile[]>()

  begin(test: Test): void {
    const files = this.#byPath.get(test.path) ?? []
    files.push({ test, occurrences: new Occurrences(), hasGaps: false })
    this.#byPath.set(test.path, files)
    if (files.length > 1) for (const file of files) file.hasGaps = true
  }

  /** The file an attempt belongs to; undefined where only the result of the file can tell. */
  running(path: string): RunningFile | undefined {
    return this.#byPath.get(path)?.find((file) => !file.hasGaps)
  }

  end(test: Test): RunningFile {
    const files = this.#byPath.get(test.path) ?? []
    const ended = files.find((file) => file.test.context === test.context)
    this.#byPath.set(
      test.path,
      files.filter((file) => file !== ended),
    )
    return ended ?? { test, occurrences: new Occurrences(), hasGaps: false }
  }
}
