import type { Clock } from '../../ground/kernel/clock.ts'
import type { SharedClock } from '../../ground/store/portable.ts'
import type { BusParts } from './dependencies.ts'

/** The objects that tasks, leases and events need besides the context of a call. */
export interface WorkParts {
  bus: BusParts
  clock: Clock
  /** Used for leases: the clock that all replicas share. */
  time: SharedClock
}
