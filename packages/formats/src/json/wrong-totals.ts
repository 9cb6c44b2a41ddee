import type { Sink } from '../format.ts'

/** The totals of a report that differ from its content; the content counts. */
export const compareTotals = (
  totals: [name: string, says: unknown, has: number][],
  sink: Pick<Sink, 'repaired'>,
): void => {
  for (const [name, says, has] of totals)
    if (typeof says === 'number' && says !== has)
      sink.repaired(`wrong total: ${name} says ${says}, has ${has}`)
}
