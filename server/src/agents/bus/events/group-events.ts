import { percentText } from '@svc/protocol'
import type { Event } from '../../../ground/kernel/consumer.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { toolOrCommand } from '../../../ground/kernel/next-step.ts'
import { slug as asSlug, quoted } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { contains } from '../../../ground/store/portable.ts'
import type { BusEvent } from '../../../ground/store/tables.ts'
import { findProject } from '../../../people/identity/find-project.ts'
import type { Notice } from '../tell.ts'

/** One notice to agents: one event, or all events of one kind, execution and moment. */
export interface Happening {
  /** The id of the first event; the message is sent with it. */
  eventId: number
  organizationId: number
  event: BusEvent
  projectId: number
  branch: string | null
  suite: string | null
  at: number
  payload: Notice['payload']
}

/** Tests that a message names. */
const NAMED = 10

/**
 * The notice about these events; they have one kind, execution and moment. The first event of the
 * group represents it, and the result is null if that one is not among `events`. Also omits events
 * of deleted executions and projects.
 */
export async function readHappenings(store: Store, events: Event[]): Promise<Happening[]> {
  const happenings: Happening[] = []
  const seen = new Set<string>()
  for (const event of events) {
    const key = JSON.stringify([event.organizationId, event.kind, event.payload.executionId, event.at])
    const isBurst = event.kind.startsWith('test.')
    if (isBurst && seen.has(key)) continue
    seen.add(key)
    const happening =
      event.kind === 'proposal.decided' ? await ofProposal(store, event) : await ofRun(store, event)
    if (happening) happenings.push(happening)
  }
  return happenings
}

async function ofProposal({ lookup }: Store, event: Event): Promise<Happening | null> {
  const { proposalId, project, path, state, reason, decidedBy } = event.payload
  const row = await findProject(lookup, event.organizationId, String(project))
  if (!row) return null
  return {
    ...headOf(event),
    projectId: row.id,
    branch: null,
    suite: null,
    payload: {
      text: `The proposal for ${path} was ${state}${decidedBy ? ` by ${decidedBy}` : ''}.`,
      event: event.kind,
      at: iso(event.at),
      project,
      proposal: proposalId,
      path,
      state,
      reason,
      next:
        state === 'accepted'
          ? `${toolOrCommand('svc_read_doc', 'docs read <path>')} returns the document.`
          : `${toolOrCommand('svc_propose_update', 'api createProposal')} proposes another text.`,
    },
  }
}

async function ofRun(store: Store, event: Event): Promise<Happening | null> {
  const { organizationId, payload } = event
  const execution = await store.lookup
    .selectFrom('execution')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select([
      'execution.public_id',
      'project_id',
      'slug',
      'suite',
      'branch',
      'pull_request',
      'state',
      'revision',
    ])
    .select(['head_sha', 'tested_sha', 'passed', 'failed', 'flaky', 'skipped', 'errors'])
    .where('execution.public_id', '=', String(payload.executionId))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!execution) return null
  const { slug, suite, branch, state, failed, errors, project_id: projectId } = execution
  const place = `${asSlug(suite)} of ${asSlug(slug)}${branch === null ? '' : ` on ${asSlug(branch)}`}`
  const facts = {
    event: event.kind,
    at: iso(event.at),
    project: slug,
    suite,
    branch,
    execution: execution.public_id,
    commit: execution.head_sha ?? execution.tested_sha,
    pullRequest: execution.pull_request,
  }
  const of = { ...headOf(event), projectId, branch, suite }
  const id = execution.public_id
  const failures = `${toolOrCommand(`svc_get_failures with execution ${id}`, `failures ${id} --context`)} explains them.`
  if (event.kind === 'base.broke') {
    const text = `${place} is broken: ${countOf(failed, 'test')} failed${errors > 0 ? `, ${countOf(errors, 'error')} outside tests` : ''}.`
    return { ...of, payload: { text, ...facts, failed, errors, next: failures } }
  }
  if (event.kind === 'base.culprit') {
    const { fingerprint, commits, commitCount, probability } = payload as unknown as FoundCulprit
    const text = `${culpritText(payload as unknown as FoundCulprit)} broke ${place}.`
    const explain = toolOrCommand(
      `svc_get_failures with fingerprint ${fingerprint}`,
      `failures ${id} --context --fingerprint ${fingerprint}`,
    )
    const next = `${explain} explains the failure.`
    return { ...of, payload: { text, ...facts, fingerprint, commits, commitCount, probability, next } }
  }
  if (event.kind === 'execution.settled') {
    const { passed, flaky, skipped } = execution
    const counts = { passed, failed, flaky, skipped, errors }
    const text = `${place} ${STATES[String(payload.state)] ?? state}: ${passed} passed, ${failed} failed, ${flaky} flaky.`
    const show = toolOrCommand(`svc_get_execution with execution ${id}`, `open ${id}`)
    const next = failed + errors > 0 ? failures : `${show} shows it.`
    return {
      ...of,
      payload: { text, ...facts, state: payload.state, revision: payload.revision, counts, next },
    }
  }
  return ofTests(store, event, { ...of, facts, place })
}

interface FoundCulprit {
  fingerprint: string
  commits: { sha: string; author: string; subject: string; pullRequest: number | null }[]
  commitCount: number
  probability: number
}

/** Names the commit, or the newest of a range; who wrote them chose the texts. */
function culpritText({ commits, commitCount, probability }: FoundCulprit): string {
  const last = commits.at(-1)
  if (!last) return 'An unknown commit'
  const request = last.pullRequest === null ? '' : `, pull request ${last.pullRequest}`
  const commit = `${last.sha.slice(0, 12)} by ${quoted(last.author, 60)}${request}: ${quoted(last.subject, 120)},`
  const what = commitCount === 1 ? `Commit ${commit}` : `One of ${commitCount} commits up to ${commit}`
  return `${what} with a probability of ${percentText(probability)},`
}

const STATES: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled',
  incomplete: 'is incomplete',
}

interface Place extends Omit<Happening, 'payload'> {
  facts: Record<string, unknown>
  place: string
}

/**
 * All test changes that one execution caused form one message, because they were written at the
 * same moment.
 */
async function ofTests(
  store: Store,
  event: Event,
  { facts, place, ...of }: Place,
): Promise<Happening | null> {
  const rows = store.read
    .selectFrom('outbox')
    .where('organization_id', '=', event.organizationId)
    .where('kind', '=', event.kind)
    .where('created_at', '=', event.at)
    .where(contains(store.dialect, 'payload', String(event.payload.executionId)))
  const first = await rows.select(['id', 'payload']).orderBy('id').limit(NAMED).execute()
  // A later claim of the same burst; counting all of it each time would be quadratic.
  if (first[0]?.id !== event.id) return null
  const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const tests = first.map(({ payload }) => {
    const { testId, file, titles, because } = JSON.parse(payload) as Record<string, unknown>
    return { testId, file, title: (titles as string[]).join(' > '), because }
  })
  const [test] = tests
  const became = event.kind === 'test.recovered' ? 'recovered' : 'became flaky'
  const text = `${countOf(Number(count), 'test')} ${became} in ${place}${Number(count) === 1 ? `: ${quoted(test?.title ?? '', 200)}` : ''}.`
  const next = `${toolOrCommand('svc_get_test_history with a test id', 'api getTest')} shows its runs; ${toolOrCommand('svc_lease with subject test', 'api takeLease')} reserves it.`
  return { ...of, eventId: event.id, payload: { text, ...facts, testCount: Number(count), tests, next } }
}

const headOf = ({ id, organizationId, kind, at }: Event) => ({
  eventId: id,
  organizationId,
  event: kind as BusEvent,
  at,
})
