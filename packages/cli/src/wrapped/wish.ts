import type { FailOn } from '@svc/client/gate'

/** The settings of `svc run`, by the names of its options. */
export interface Wish {
  failOn: FailOn | 'command'
  /** True if a new or changed test that is flaky fails the gate. */
  failsOnNewFlaky?: boolean
  /** Patterns of report files. */
  reports?: string[]
  suite?: string
  url?: string
  /** How long failures may be tried again, milliseconds; absent if they are not. */
  prove?: number
  /** How long new and changed tests are repeated, milliseconds; absent if they are not. */
  burnIn?: number
  /** Prepares a checkout of the base. */
  setup?: string
  /** Ignored files that the base needs. */
  copy?: string[]
  /** The command that trials use instead of that which failed. */
  rerunCommand?: string
}
