import { confidenceAfter, lowestRate } from '@svc/prove/needed-runs'
import type { Context } from '../../../ground/kernel/context.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { toolOrCommand } from '../../../ground/kernel/next-step.ts'
import { iso, isoOrNull } from '../../../ground/kernel/time.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { draftOf } from './draft-document.ts'
import type { VerificationRow } from './judge-runs.ts'
import { watchedUntil } from './watched-until.ts'

type Asker = Pick<Context, 'store' | 'caller' | 'clock'>

/** The verifications that the caller may see, with their project and agent. */
export function verificationRows({ store, caller }: Pick<Context, 'store' | 'caller'>) {
  const rows = store.read
    .selectFrom('fix_verification')
    .innerJoin('project', 'project.id', 'fix_verification.project_id')
    .leftJoin('agent', 'agent.id', 'fix_verification.agent_id')
    .selectAll('fix_verification')
    .select(['project.slug', 'agent.name'])
    .where('project.organization_id', '=', caller.organizationId)
  return caller.projectId === null ? rows : rows.where('project.id', '=', caller.projectId)
}

type DescribedRow = VerificationRow & { slug: string; name: string | null }

/** Verifications as the API returns them. */
export async function describeVerifications(asker: Asker, rows: DescribedRow[]) {
  const others = await countOthers(asker, rows)
  const now = asker.clock()
  return Promise.all(
    rows.map(async (row) => ({
      id: row.public_id,
      agent: row.name ?? '',
      project: row.slug,
      fingerprint: row.fingerprint,
      commit: row.commit_sha,
      state: row.state,
      cleanRuns: row.clean,
      neededRuns: row.needed,
      confidence: confidenceAfter(row, row.clean),
      before: { failures: row.hits, runs: row.runs, rate: row.runs === 0 ? 0 : row.hits / row.runs },
      cameBackIn: row.refuted_by,
      otherFailures: others.get(row.id) ?? 0,
      because: `${becauseOf(row, others.get(row.id))}${row.state === 'waiting' && watchedUntil(row) <= now ? GIVEN_UP : ''}`,
      draft: row.state === 'verified' ? await draftOf(asker, row) : null,
      createdAt: iso(row.created_at),
      decidedAt: isoOrNull(row.decided_at),
    })),
  )
}

const GIVEN_UP = ` Its agent has not asked for it for 30 days, so svc watches no more runs. ${toolOrCommand('svc_verify_fix', 'api verifyFix')} asks again.`

async function countOthers({ store }: Asker, rows: VerificationRow[]): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  const counts = await store.read
    .selectFrom('fix_run')
    .select(['verification_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(
      isOneOf(
        store.dialect,
        'verification_id',
        rows.map(({ id }) => id),
      ),
    )
    .where('outcome', '=', 'other-failure')
    .groupBy('verification_id')
    .execute()
  return new Map(counts.map((row) => [row.verification_id, Number(row.count)]))
}

const MORE_RUNS = toolOrCommand('svc_task_create with a payload of the kind rerun', 'api requestRerun')

/** The state of a verification in one or two sentences. */
export function becauseOf(row: VerificationRow, others = 0): string {
  const { state, clean, needed, hits, runs, commit_sha: commit, fingerprint, refuted_by } = row
  const fix = commit.slice(0, 12)
  const before =
    hits === 0 ? 'its earlier runs are gone' : `it occurred in ${hits} of ${countOf(runs, 'run')} before`
  if (state === 'refuted')
    return `refuted: the failure ${fingerprint} came back in execution ${refuted_by}, which contains ${fix}.`
  const percent = Math.floor(confidenceAfter(row, clean) * 100)
  const confidence =
    hits === 0 ? '' : ` Without a fix it would have come back with a certainty of at least ${percent} %.`
  if (state === 'verified')
    return `verified: ${countOf(clean, 'clean run')} with ${fix}, ${needed} ${needed === 1 ? 'was' : 'were'} needed (${before}).${confidence}`
  const failed =
    others === 0
      ? ''
      : ` ${others === 1 ? 'One run' : `${others} runs`} with it failed with another error, and did not count.`
  const missing =
    clean === 0
      ? `No run of its tests with ${fix} counts yet.`
      : `${countOf(needed - clean, 'more clean run')} with ${fix} ${needed - clean === 1 ? 'is' : 'are'} missing.`
  const low = (lowestRate({ hits, runs }) * 100).toFixed(1)
  const why =
    hits === 0
      ? ''
      : ` These earlier runs allow a rate as low as ${low} %, at which fewer clean runs happen by chance. More evidence changes the number.`
  return `waiting: ${clean} of ${countOf(needed, 'clean run')} (${before}). ${missing}${failed}${why} ${MORE_RUNS} asks for more.`
}
