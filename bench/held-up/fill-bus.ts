import { LIMITS } from '@svc/protocol'
import type { AgentRow, BusParts } from '../../server/src/agents/bus/dependencies.ts'
import { sendMessages } from '../../server/src/agents/bus/send.ts'
import { makeSigner } from '../../server/src/agents/bus/signing/signer.ts'
import type { Store } from '../../server/src/ground/store/open.ts'
import type { Db } from '../../server/src/ground/store/portable.ts'
import { makeLocalWake } from '../../server/src/ground/wake/local.ts'
import { SIGNING_SECRET } from '../bench-app.ts'
import { times } from './entry.ts'
import { AMOUNT, COMMIT, KIND, ORGANIZATION, PROJECT } from './ground.ts'
import { idOf, insertSeries, long, numbered, plus, publicId } from './insert-series.ts'

const now = Date.now()
const PAYLOAD_BYTES = 600
/** `LIMITS.agentCapabilitiesBytes`, nearly. */
const CAPABILITIES = JSON.stringify({ rerun: ['nothing'], more: Array(700).fill('a capability of it') })
/** The longest, of letters that are 18 others in a normal form. */
const DISPLAY_NAME = '\ufdfa'.repeat(100)
const AT_ONCE = 2_000
/** Messages of `LIMITS.busMessageBytes`. */
const LARGE = 250
/** Messages that nobody has read in time. */
const EXPIRED = 10_000

/** As many agents as there may be, each with a subscription; tasks with large payloads; fixes that wait for the runs; and two full inboxes. */
export async function fillBus(store: Store): Promise<void> {
  await store.write(agents)
  await store.write(tasks)
  await store.write(fixes)
  await mail(store)
}

async function agents(db: Db): Promise<void> {
  await insertSeries(db, 'agent', AMOUNT.agents, {
    public_id: idOf(KIND.other),
    organization_id: ORGANIZATION,
    name: numbered('a'),
    display_name: long(DISPLAY_NAME),
    instance: 'bench',
    capabilities: long(CAPABILITIES),
    status: 'active',
    credential: 'key:1',
    created_at: now,
    updated_at: now,
  })
  const first = await db.selectFrom('agent').select('id').orderBy('id').executeTakeFirstOrThrow()
  await insertSeries(db, 'bus_subscription', AMOUNT.agents, {
    public_id: idOf(KIND.other),
    organization_id: ORGANIZATION,
    agent_id: plus(first.id - 1),
    source: 'rest',
    event: 'execution.settled',
    created_at: 1,
  })
}

async function tasks(db: Db): Promise<void> {
  const { id } = await db.selectFrom('agent').select('id').where('name', '=', 'a1').executeTakeFirstOrThrow()
  const project = await db
    .selectFrom('project')
    .select('id')
    .where('slug', '=', 'old1')
    .executeTakeFirstOrThrow()
  const large = long(JSON.stringify({ all: Array(17_000).fill('a word of it') }))
  const common = {
    organization_id: ORGANIZATION,
    project_id: project.id,
    title: numbered('task '),
    priority: 5,
    payload: large,
    status: 'pending',
    assigned_to: id,
    assigned_name: 'a1',
    created_by: id + 1,
    created_name: 'a2',
    created_at: now,
    updated_at: now,
  }
  await insertSeries(db, 'task', AMOUNT.tasks, { ...common, public_id: idOf(KIND.task) })
  const due = [
    { deadline: now - 1 },
    // Without a sign of life of its agent, or without an agent.
    { status: 'in_progress', assigned_to: id + AMOUNT.agents - 1, updated_at: 1 },
    { assigned_to: 1e9 },
  ]
  for (const [at, kind] of due.entries())
    await insertSeries(db, 'task', AMOUNT.dueTasks, {
      ...common,
      result: large,
      ...kind,
      public_id: idOf(KIND.task, AMOUNT.tasks + AMOUNT.reruns + at * AMOUNT.dueTasks),
    })
}

/** As many as a project's agents may wait for, each of as many tests of the runs as one may watch. */
async function fixes(db: Db): Promise<void> {
  const project = await db
    .insertInto('project')
    .values({
      public_id: publicId(KIND.project, 1_000),
      organization_id: ORGANIZATION,
      slug: PROJECT,
      name: PROJECT,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = await db.selectFrom('agent').select('id').orderBy('id').executeTakeFirstOrThrow()
  await insertSeries(db, 'fix_verification', AMOUNT.fixes, {
    public_id: idOf(KIND.other),
    project_id: project.id,
    agent_id: plus(first.id - 1),
    fingerprint: numbered('f'),
    commit_sha: COMMIT,
    state: 'waiting',
    needed: 100,
    hits: 1,
    runs: 1,
    tests: times(40, String).join(' '),
    legs: '1',
    suites: '["default"]',
    created_at: now,
  })
}

/** Signed, because an unsigned message is set aside when it is read. */
async function mail(store: Store): Promise<void> {
  const bus: BusParts = {
    store,
    signer: makeSigner(SIGNING_SECRET),
    wake: makeLocalWake(() => undefined),
    limits: { inboxMessages: AMOUNT.many * 10 },
  }
  const rows = await store.read.selectFrom('agent').selectAll().orderBy('id').limit(5).execute()
  const [sender, first, second, , last] = rows as [AgentRow, AgentRow, AgentRow, AgentRow, AgentRow]
  const word = (i: number) => (i * 7_919).toString(36)
  for (let from = 0; from < AMOUNT.many; from += AT_ONCE) {
    const outgoing = Array.from({ length: AT_ONCE }, (_, at) => {
      const i = from + at
      return {
        from: sender,
        to: i % 2 === 0 ? first : second,
        payload: `a message about ${word(i)} ${'of the failed run '.repeat(PAYLOAD_BYTES / 18)}`,
        type: 'message' as const,
        priority: 2 as const,
      }
    })
    await store.write((db) => sendMessages(db, bus, outgoing, now))
  }
  const expired = Array.from({ length: AT_ONCE }, (_, i) => ({
    ...{ from: sender, to: last, payload: `a message about ${word(i)}`, expiresAt: now },
    ...{ type: 'message' as const, priority: 2 as const },
  }))
  for (let i = 0; i < EXPIRED; i += AT_ONCE) await store.write((db) => sendMessages(db, bus, expired, now))
  const large = rows[3] as AgentRow
  const payload = 'word '.repeat(LIMITS.busMessageBytes / 5)
  await store.write((db) =>
    sendMessages(
      db,
      bus,
      Array.from({ length: LARGE }, () => ({
        from: sender,
        to: large,
        payload,
        type: 'message',
        priority: 2,
      })),
      now,
    ),
  )
}
