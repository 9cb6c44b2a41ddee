import type { Clock } from './clock.ts'

/** A value that several answers contain, such as a comparison. It is immutable, and they share it. */
interface SharedValue<Value> {
  /** Only changes of this project alter it. */
  projectId: number
  /** Everything else that decides it, except the caller and the time. Rows are in it as they were read. */
  question: unknown
  /** Questions whose values say all that this one says. */
  insteadOf?: unknown[]
  /** Bytes, approximately. */
  sizeOf(value: Value): number
}

/** The value that another answer about the same state of the project made, or the one that `make` makes. */
export type Memoize = <Value>(
  shared: SharedValue<Value>,
  make: (clock: Clock) => Promise<Value>,
) => Promise<Value>
