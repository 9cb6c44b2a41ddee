import type { TestModule } from 'vitest/node'

/** What Vitest keeps behind a module; each of it is absent in some version. */
interface FileTask {
  /** The path relative to the project's root, which newer versions also call `relativeModuleId`. */
  name?: string
  meta?: FileMeta
  /** True if a test of this file is marked `only` (from 5). */
  containsOnly?: boolean
}

interface FileMeta {
  typecheck?: boolean
  /** How a blob was labelled that this module was read from (from 5). */
  __vitest_label__?: string
  /** Our own mark: this module was reported where it ran. */
  svc?: { isReported: true }
}

/** The runner's own record of a module, empty if a version hides it. */
export const taskOf = (module: TestModule): FileTask =>
  (module as TestModule & { task?: FileTask }).task ?? {}

/** Notes that travel with a module, blob reports included; `TestModule.meta` exists from 3.1 only. */
export const metaOf = (module: TestModule): FileMeta => taskOf(module).meta ?? module.meta?.() ?? {}
