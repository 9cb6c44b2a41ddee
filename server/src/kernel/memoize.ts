import type { Clock } from './clock.ts'

/** A part of answers. It is immutable, and all answers that use it share it. */
interface SharedPart<Part> {
  /** Only changes of this project alter it. */
  projectId: number
  /** Everything else that decides it, except the caller and the time. Rows are in it as they were read. */
  question: unknown
  /** Questions whose parts say all that this one says. */
  insteadOf?: unknown[]
  /** Bytes, approximately. */
  sizeOf(part: Part): number
}

/** The part that another answer about the same state of the project made, or the one that `make` makes. */
export type KeepPart = <Part>(part: SharedPart<Part>, make: (clock: Clock) => Promise<Part>) => Promise<Part>
