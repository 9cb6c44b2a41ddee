/**
 * How far a reader of an inbox is: for each priority, urgent first, the sequence number up to which it has every
 * message. One number would lose messages, because an urgent message overtakes others.
 */
export type Marks = readonly [urgent: number, high: number, normal: number, low: number]

export const PRIORITIES = [0, 1, 2, 3] as const

/** The marks of a reader that has everything up to a sequence number. */
export const marksAt = (sequence: number): Marks => [sequence, sequence, sequence, sequence]

/** The marks after a message of this priority. */
export const markedBy = (marks: Marks, priority: number, sequence: number): Marks =>
  marks.map((mark, each) => (each === priority ? Math.max(mark, sequence) : mark)) as unknown as Marks

/** Marks as the id of an event: `4-17-17-12`. */
export const writeMarks = (marks: Marks): string => marks.join('-')

/** Marks of an event's id; null if the text is no such id. */
export function readMarks(text: string): Marks | null {
  const found = /^(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text.trim())
  return found && (found.slice(1).map(Number) as unknown as Marks)
}
