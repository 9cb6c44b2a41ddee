import { isOfMachine } from '../../../results/results/error-sign.ts'
import { type Evidence, hasFailed, isLike } from '../evidence/failure-evidence.ts'
import type { Run } from '../evidence/outcomes.ts'
import { count, evidenceFrom, lacks, type Said } from './draft-verdict.ts'
import { LONG_MS, streakOf } from './rules-of-infrastructure.ts'

export const OF_BASE_OUTAGES = [
  'compared',
  'here',
  'history',
  'shared',
  'massFailure',
  'struckOnce',
  'lineage',
] as const
type Suspect = Evidence<(typeof OF_BASE_OUTAGES)[number]>

/** In so many runs in a row a broken base is likelier than an outage, by whether the error names what it misses. */
const LASTING = { named: 2, unnamed: 3 }

/**
 * The base branch fails the same way, but an outage that struck both runs is as likely: several tests have an error that
 * names a machine or a service, for no longer than outages last, and nothing shows that they fail each time.
 */
export function outageOfBase(suspect: Suspect): Said | null {
  const { compared, here, history, shared, massFailure, struckOnce, lineage } = suspect
  if (!shared?.isWide || !isOfMachine(shared.sign)) return null
  const newer = history.since.filter((one) => hasFailed(one) && isLike(suspect)(one)).map(({ run }) => run)
  const failed = [...newer, ...(compared.failsOnBase ? [compared.base, ...streakOf(suspect)] : [])]
  const runs = new Set(failed.map((run) => run.id)).size
  const since = Math.min(...failed.map((run) => run.started_at))
  if (here.run.started_at - since > LONG_MS) return null
  // An outage strikes runs of all code. What passed meanwhile lacks the commit that broke it, or has one that mended it.
  const newest = Math.max(...failed.map((run) => run.started_at))
  const isMended = (run: Run) =>
    compared.failsOnBase && run.started_at < here.run.started_at && (lineage(run) ?? 0) > newest
  const isBefore = (run: Run) => !history.isOfBase(run) && (lineage(run) ?? 0) < since
  const isApart = shared.calm.some((run) => run.started_at > since && (isBefore(run) || isMended(run)))
  // A service that hangs strikes its users; a change can stop everything.
  const isNamed = shared.sign.code !== null || massFailure?.isOwn === true
  const isLasting = runs >= (isNamed ? LASTING.named : LASTING.unnamed)
  const other = compared.failsOnBase ? struckOnce : 0
  if (other === 0 && (isApart || isLasting)) return null
  const reason =
    other > 0
      ? `but ${count(other, 'test')} with this error passed in one of the two runs`
      : `in ${runs > 1 ? `${runs} runs` : 'one run only'}`
  return {
    kind: 'unknown',
    rule: 'no-witness',
    because: `It fails the same way on the base${compared.failsOnBase ? '' : ' branch since then'}, ${reason}, and the error may come from the machine: an outage struck both, or the base is broken.`,
    ...lacks('base-run', 'another run of the base', 0, 1),
    evidence: evidenceFrom(
      compared.failsOnBase ? 'failed-on-base' : 'failed-on-base-since',
      failed.map((run) => ({ run })),
    ),
  }
}
