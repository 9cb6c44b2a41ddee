import type { MissingPart } from '../../settlement/missing-parts.ts'
import type { Store } from '../../store/open.ts'
import { readSide, type Side } from './read-sides.ts'

/**
 * Why tests of the base are absent from the head, by `unreportedKey`: the job that ran them did not report.
 */
export async function readUnreported(
  store: Store,
  missing: MissingPart[],
  ofBase: (leg: number) => Side,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  for (const { number, legId, place } of missing)
    for (const testId of (await readSide(store, { ...ofBase(legId), parts: [number] })).keys())
      reasons.set(unreportedKey({ testId, legId }), `${place} did not report`)
  return reasons
}

export const unreportedKey = ({ testId, legId }: { testId: number; legId: number }): string =>
  `${testId}/${legId}`
