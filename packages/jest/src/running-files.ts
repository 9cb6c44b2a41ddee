import { FailedHooks } from './failed-hooks.ts'
import type { Test, TestContext } from './jest.ts'
import { Occurrences } from './occurrences.ts'

/** A test file that is being run in one Jest project. */
export interface RunningFile {
  test: Test
  occurrences: Occurrences
  hooks: FailedHooks
  /** The name of its project; a generated one for a second project without a name that runs the same file. */
  variant: string
  /** True once only the file's result counts, because another project ran it at the same time. */
  hasGaps: boolean
}

/**
 * The running files. If several projects share a runner, Jest reports the attempts of a file with the context of the
 * wrong project: only the path of the file is reliable.
 */
export class RunningFiles {
  readonly #byPath = new Map<string, RunningFile[]>()
  readonly #nameless = new Map<string, TestContext[]>()
  /** True if two projects without a name ran the same file. */
  hasNamesakes = false

  begin(test: Test): void {
    const files = this.#byPath.get(test.path) ?? []
    files.push(this.#started(test))
    this.#byPath.set(test.path, files)
    if (files.length > 1) for (const file of files) file.hasGaps = true
  }

  /** The file an attempt belongs to; undefined if only the result of the file can tell. */
  running(path: string): RunningFile | undefined {
    return this.#byPath.get(path)?.find((file) => !file.hasGaps)
  }

  end(test: Test): RunningFile {
    const files = this.#byPath.get(test.path) ?? []
    const ended = files.find((file) => file.test.context === test.context)
    const others = files.filter((file) => file !== ended)
    if (others.length > 0) this.#byPath.set(test.path, others)
    else this.#byPath.delete(test.path)
    return ended ?? this.#started(test)
  }

  /** The files that have not ended, each once; afterwards none is running. */
  takeUnfinished(): RunningFile[] {
    const files = [...this.#byPath.values()].flat()
    this.#byPath.clear()
    return files
  }

  #started(test: Test): RunningFile {
    const { context } = test
    const variant = context.config.displayName?.name ?? this.#numberOf(test)
    return {
      test,
      variant,
      occurrences: new Occurrences(),
      hooks: new FailedHooks(context),
      hasGaps: false,
    }
  }

  #numberOf({ path, context }: Test): string {
    const contexts = this.#nameless.get(path) ?? []
    if (!contexts.includes(context)) contexts.push(context)
    this.#nameless.set(path, contexts)
    const index = contexts.indexOf(context)
    if (index === 0) return ''
    this.hasNamesakes = true
    return `project ${index + 1}`
  }
}
