/**
 * How far a reader of an inbox has read: for each priority, urgent first, the sequence number up to
 * which it has every message. A single number would lose messages, because urgent messages overtake
 * others.
 */
export type Marks = readonly [urgent: number, high: number, normal: number, low: number]

export const PRIORITIES = [0, 1, 2, 3] as const

/** The marks of a reader that has everything up to a sequence number. */
export const marksAt = (sequence: number): Marks => [sequence, sequence, sequence, sequence]

/** The marks after a message of this priority. */
export const markedBy = (marks: Marks, priority: number, sequence: number): Marks =>
  marks.map((mark, each) => (each === priority ? Math.max(mark, sequence) : mark)) as unknown as Marks
