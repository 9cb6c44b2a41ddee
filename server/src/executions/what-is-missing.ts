import type { Store } from '../store/open.ts'
import { missingPlaces } from './missing-places.ts'
import type { ExecutionRow } from './summary.ts'
import { waitingFor } from './waiting-for.ts'

/** What is still to come of an execution, in words; empty where all that is known of has come. */
export async function whatIsMissing(
  store: Store,
  head: ExecutionRow,
  base: ExecutionRow | null,
): Promise<string[]> {
  const [own, places] = await Promise.all([
    waitingFor(store, head.id),
    missingPlaces(store, head.id, base?.id ?? null),
  ])
  return [...own, ...places]
}

/** Where nothing is missing, and nobody has said that nothing will come. */
const SILENCE = ['silence, or word that no more parts will come']

/** What a running execution has not settled for. */
export async function whatItWaitsFor(
  store: Store,
  head: ExecutionRow,
  base: ExecutionRow | null,
): Promise<string[]> {
  if (head.state !== 'running') return []
  const missing = await whatIsMissing(store, head, base)
  return missing.length > 0 ? missing : SILENCE
}
