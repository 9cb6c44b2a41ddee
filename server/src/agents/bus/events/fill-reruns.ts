import type { Selectable } from 'kysely'
import type { Consumer, Event } from '../../../ground/kernel/consumer.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type Db, forUpdate, isOneOf } from '../../../ground/store/portable.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { writeInTurn } from '../../../ground/store/turns.ts'
import { identitiesOf } from '../../../results/test-identity/former-names.ts'
import type { WorkParts } from '../dependencies.ts'
import { notifyRecipients } from '../send.ts'
import { changeTask } from '../tasks/change-task.ts'
import { noticesOf } from '../tasks/task-notices.ts'
import { type Notice, sendNotices } from '../tell.ts'
import { readRuns } from './runs-of-tests.ts'
import { commitsOf, readSettledRuns, type SettledRun } from './settled-runs.ts'

/** What one execution adds to the result of a request. */
interface Counted {
  execution: string
  tests: Record<string, { passed: number; failed: number }>
}

interface RerunResult {
  times: number
  passed: number
  failed: number
  tests: Record<string, { passed: number; failed: number }>
  executions: Counted[]
}

/**
 * The maximum number of executions in one result. Otherwise a test that hardly ever runs would make
 * the result grow without limit.
 */
const MOST_EXECUTIONS = 1_000

/**
 * The consumer of events that completes requests to run tests again: uploads of their commit fill
 * their results.
 */
export const rerunConsumer = ({ bus }: Pick<WorkParts, 'bus'>): Consumer => ({
  name: 'reruns',
  kinds: ['execution.settled'],
  // A transaction for each task, whose result may be large; an execution is added once, however often this runs.
  handleAll: async (events, now) => {
    const found = await findCounted(bus.store, events)
    for (const [taskId, own] of Map.groupBy(found, (one) => one.taskId)) {
      const counted = own.map((one) => one.counted)
      const sent = await writeInTurn(bus.store, own[0]?.organizationId ?? 0, async (db) =>
        sendNotices(db, bus, await addRuns(db, bus.store, taskId, counted, now), now),
      )
      notifyRecipients(bus, sent)
    }
  },
})

type Task = Pick<Selectable<Tables['task']>, 'id' | 'project_id' | 'payload' | 'rerun_commit' | 'created_at'>

/** What each execution contributes to the requests that wait for its commit. */
async function findCounted(store: Store, events: Event[]) {
  const runs = await readSettledRuns(store, events)
  const found: { organizationId: number; taskId: number; counted: Counted }[] = []
  const projectIds = [...new Set([...runs.values()].map((run) => run.project_id))]
  if (projectIds.length === 0) return found
  const waiting = await store.read
    .selectFrom('task')
    .select(['id', 'project_id', 'payload', 'rerun_commit', 'created_at'])
    .where(isOneOf(store.dialect, 'project_id', projectIds))
    .where('rerun_commit', 'is not', null)
    .where('status', 'in', ['pending', 'in_progress'])
    .execute()
  for (const { id, organizationId, at } of events) {
    const run = runs.get(id)
    if (!run) continue
    for (const task of waiting) {
      const isMeant = task.project_id === run.project_id && commitsOf(run).includes(task.rerun_commit ?? '')
      // Earlier runs of the commit have already been counted.
      if (!isMeant || at < task.created_at) continue
      const counted = await countRuns(store, task, run)
      if (counted) found.push({ organizationId, taskId: task.id, counted })
    }
  }
  return found
}

async function countRuns(store: Store, task: Task, run: SettledRun): Promise<Counted | null> {
  const { tests: wanted } = JSON.parse(task.payload ?? '{}') as { tests: { testId: string }[] }
  const rows = await store.read
    .selectFrom('test')
    .select(['id', 'key'])
    .where('project_id', '=', run.project_id)
    .where(
      isOneOf(
        store.dialect,
        'key',
        wanted.map(({ testId }) => testId),
      ),
    )
    .execute()
  const identities = await identitiesOf(
    store,
    run.project_id,
    rows.map(({ id }) => id),
  )
  const ran = await readRuns(store, [run.id], [...new Set([...identities.values()].flat())])
  const tests: Counted['tests'] = {}
  for (const { id, key } of rows) {
    const own = ran.filter(({ testId }) => identities.get(id)?.includes(testId))
    const sum = (of: 'passed' | 'failed') => own.reduce((total, one) => total + one[of], 0)
    if (own.length > 0) tests[key] = { passed: sum('passed'), failed: sum('failed') }
  }
  return Object.keys(tests).length === 0 ? null : { execution: run.public_id, tests }
}

/** Adds executions to a result once; completes the task when each test has run often enough. */
async function addRuns(
  db: Db,
  store: Store,
  taskId: number,
  counted: Counted[],
  now: number,
): Promise<Notice[]> {
  const task = await db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', taskId)
    .$call(forUpdate(store.dialect))
    .executeTakeFirst()
  if (!task || (task.status !== 'pending' && task.status !== 'in_progress')) return []
  const { times, tests } = JSON.parse(task.payload ?? '{}') as { times: number; tests: { testId: string }[] }
  const before = (task.result === null ? {} : JSON.parse(task.result)) as Partial<RerunResult>
  // A revision of an execution replaces its earlier entry.
  const added = new Map(counted.map((one) => [one.execution, one]))
  const others = (before.executions ?? []).filter(({ execution }) => !added.has(execution))
  const result = sumUp(times, [...others, ...added.values()].slice(-MOST_EXECUTIONS))
  const isEnough = tests.every(({ testId }) => {
    const { passed, failed } = result.tests[testId] ?? { passed: 0, failed: 0 }
    return passed + failed >= times
  })
  const because =
    counted.length === 1
      ? `Execution ${counted[0]?.execution} ran the tests.`
      : `${counted.length} executions ran the tests.`
  const changes = { result: JSON.stringify(result), ...(isEnough && { status: 'done' as const }) }
  const changed = await changeTask(db, task, changes, { actor: 'svc', because, now })
  if (!isEnough || changed.changed.length === 0) return []
  await db
    .deleteFrom('bus_lease')
    .where('organization_id', '=', task.organization_id)
    .where('place', '=', `task/${task.public_id}`)
    .execute()
  const text = `The tests ran ${countOf(result.passed + result.failed, 'time')} on ${task.rerun_commit}: ${result.passed} passed, ${result.failed} failed.`
  return noticesOf(changed, { text, actorId: null })
}

function sumUp(times: number, executions: Counted[]): RerunResult {
  const tests: RerunResult['tests'] = {}
  for (const counted of executions)
    for (const [testId, { passed, failed }] of Object.entries(counted.tests)) {
      const sum = tests[testId] ?? { passed: 0, failed: 0 }
      tests[testId] = { passed: sum.passed + passed, failed: sum.failed + failed }
    }
  const total = (of: 'passed' | 'failed') => Object.values(tests).reduce((sum, one) => sum + one[of], 0)
  return { times, passed: total('passed'), failed: total('failed'), tests, executions }
}
