import type { Setup } from '../project/setup.ts'
import type { Outcome } from './add-reporter.ts'

/** A file to write. */
export interface FileChange {
  /** Absolute. */
  path: string
  /** Path from the base folder. */
  label: string
  /** The present text; null for a new file. */
  before: string | null
  after: string
  /** Computes the new text again, because an installation also changes package.json. */
  change(text: string | null): Outcome
  /** The set-up whose runner must load the file. */
  setup?: Setup
}

/** A command that installs packages in a folder. */
export interface Install {
  folder: string
  /** Path from the base folder, empty for it. */
  label: string
  command: string[]
}

/** Lines that the user must add. */
export interface ByHand {
  /** `tests`: without these lines, the tests of a package do not report. `ci`: they add a step to the CI. */
  part: 'tests' | 'ci'
  /** Why svc does not change the file, as a sentence without a full stop. */
  why: string
  /** The file and the place in it, as an instruction. */
  where: string
  lines: string[]
}

/** Everything that is missing until the tests of a folder report. */
export interface Plan {
  /** Parts that need no change. */
  ready: string[]
  installs: Install[]
  changes: FileChange[]
  byHand: ByHand[]
  /** What the user must do outside this folder. */
  notes: string[]
}
