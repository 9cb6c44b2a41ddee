import { findProject } from '../../identity/find-project.ts'
import { countOf } from '../../kernel/count-of.ts'
import type { Event } from '../../kernel/events.ts'
import { slug as asSlug, quoted } from '../../kernel/quoted.ts'
import { iso } from '../../kernel/time.ts'
import type { Store } from '../../store/open.ts'
import { contains } from '../../store/portable.ts'
import type { BusEvent } from '../../store/tables.ts'
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
          ? 'svc_read_doc returns the document.'
          : 'svc_propose_update proposes another text.',
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
  const failures = `svc_get_failures with execution ${execution.public_id} explains them.`
  if (event.kind === 'base.broke') {
    const text = `${place} is broken: ${countOf(failed, 'test')} failed${errors > 0 ? `, ${countOf(errors, 'error')} outside tests` : ''}.`
    return { ...of, payload: { text, ...facts, failed, errors, next: failures } }
  }
  if (event.kind === 'execution.settled') {
    const { passed, flaky, skipped } = execution
    const counts = { passed, failed, flaky, skipped, errors }
    const text = `${place} ${STATES[String(payload.state)] ?? state}: ${passed} passed, ${failed} failed, ${flaky} flaky.`
    const next =
      failed + errors > 0 ? failures : `svc_get_execution with execution ${execution.public_id} shows it.`
    return {
      ...of,
      payload: { text, ...facts, state: payload.state, revision: payload.revision, counts, next },
    }
  }
  return ofTests(store, event, { ...of, facts, place })
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
  const [{ count }, first] = await Promise.all([
    rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    rows.select(['id', 'payload']).orderBy('id').limit(NAMED).execute(),
  ])
  if (first[0]?.id !== event.id) return null
  const tests = first.map(({ payload }) => {
    const { testId, file, titles, because } = JSON.parse(payload) as Record<string, unknown>
    return { testId, file, title: (titles as string[]).join(' > '), because }
  })
  const [test] = tests
  const became = event.kind === 'test.recovered' ? 'recovered' : 'became flaky'
  const text = `${countOf(Number(count), 'test')} ${became} in ${place}${Number(count) === 1 ? `: ${quoted(test?.title ?? '', 200)}` : ''}.`
  const next = `svc_get_test_history with a test id shows its runs; svc_lease with subject test reserves it.`
  return { ...of, eventId: event.id, payload: { text, ...facts, testCount: Number(count), tests, next } }
}

const headOf = ({ id, organizationId, kind, at }: Event) => ({
  eventId: id,
  organizationId,
  event: kind as BusEvent,
  at,
})
