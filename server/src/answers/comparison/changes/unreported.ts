import type { Store } from '../../../ground/store/open.ts'
import { readWorst } from '../../../results/results/read-worst.ts'
import type { MissingPart } from '../../../uploads/settlement/missing-parts.ts'

/**
 * Why tests of the base are absent from the head, by `unreportedKey`: the job that ran them did not report.
 */
export async function readUnreported(
  store: Store,
  missing: MissingPart[],
  baseId: number,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const results = await readWorst(
    store,
    missing.map(({ number }) => ({ id: baseId, parts: [number] })),
  )
  for (const [i, { legId, place }] of missing.entries())
    for (const testId of results[i]?.keys() ?? [])
      reasons.set(unreportedKey({ testId, legId }), `${place} did not report`)
  return reasons
}

export const unreportedKey = ({ testId, legId }: { testId: number; legId: number }): string =>
  `${testId}/${legId}`
