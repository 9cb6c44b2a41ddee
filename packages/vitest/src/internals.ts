import type { TestModule } from 'vitest/node'

/** Internal fields of a Vitest module; each of them is missing in some version. */
interface FileTask {
  /** The path relative to the project's root, which newer versions also call `relativeModuleId`. */
  name?: string
  meta?: FileMeta
  /** True if a test of this file is marked `only` (from 5). */
  containsOnly?: boolean
}

interface FileMeta {
  typecheck?: boolean
  /** The label of the blob that this module was read from (from 5). */
  __vitest_label__?: string
  /** The mark of svc: this module was reported where it ran. */
  svc?: { isReported: true }
}

/** The runner's own record of a module, empty if a version hides it. */
export const taskOf = (module: TestModule): FileTask =>
  (module as TestModule & { task?: FileTask }).task ?? {}

/** Metadata of a module, which blob reports include; `TestModule.meta` exists only from 3.1 on. */
export const metaOf = (module: TestModule): FileMeta => taskOf(module).meta ?? module.meta?.() ?? {}
