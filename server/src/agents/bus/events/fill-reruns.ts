import { sql } from 'kysely'
import type { Consumer, Event } from '../../../ground/kernel/consumer.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type Db, forUpdate, isOneOf } from '../../../ground/store/portable.ts'
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
export const rerunConsumer = ({ bus }: Pick<WorkParts, 'bus'>) =>
  ({
    name: 'reruns',
    kinds: ['execution.settled'],
    // A transaction for each task, whose result may be large; an execution is added once, however often this runs.
    handleAll: async (events: Event[], now: number) => {
      const settled = await readSettledRuns(bus.store, events)
      for (const task of await readWaiting(bus.store, [...settled.values()])) {
        // Earlier runs of the commit have already been counted.
        const since = events.filter(({ at }) => at >= task.created_at)
        const runs = since.flatMap(({ id }) => settled.get(id) ?? []).filter((run) => isOf(task, run))
        const counted = await countRuns(bus.store, task, runs)
        if (counted.length === 0) continue
        const sent = await writeInTurn(bus.store, task.organization_id, async (db) =>
          sendNotices(db, bus, await addRuns(db, bus.store, task.id, counted, now), now),
        )
        notifyRecipients(bus, sent)
      }
    },
  }) satisfies Consumer

type Task = Awaited<ReturnType<typeof readWaiting>>[number]

/** The requests that wait for commits of these runs, without their payloads: all together may be large. */
async function readWaiting(store: Store, runs: SettledRun[]) {
  const commits = [...new Set(runs.flatMap(commitsOf))]
  if (commits.length === 0) return []
  return (
    store.read
      .selectFrom('task')
      .select(['id', 'organization_id', 'project_id', 'rerun_commit', 'created_at'])
      .where(isOneOf(store.dialect, 'project_id', [...new Set(runs.map((run) => run.project_id))]))
      .where(isOneOf(store.dialect, 'rerun_commit', commits))
      // A literal, so that both databases use their partial index.
      .where(sql<boolean>`rerun_commit is not null and status in ('pending', 'in_progress')`)
      .execute()
  )
}

const isOf = (task: Task, run: SettledRun): boolean =>
  task.project_id === run.project_id && commitsOf(run).includes(task.rerun_commit ?? '')

/** What these runs of one project contribute to a request; omits runs without any of its tests. */
async function countRuns(store: Store, { id: taskId }: Task, runs: SettledRun[]): Promise<Counted[]> {
  const [first] = runs
  if (!first) return []
  const task = await store.read
    .selectFrom('task')
    .select('payload')
    .where('id', '=', taskId)
    .executeTakeFirst()
  const { tests: wanted } = JSON.parse(task?.payload ?? '{"tests":[]}') as { tests: { testId: string }[] }
  const rows = await store.read
    .selectFrom('test')
    .select(['id', 'key'])
    .where('project_id', '=', first.project_id)
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
    first.project_id,
    rows.map(({ id }) => id),
  )
  const ran = await readRuns(
    store,
    runs.map((run) => run.id),
    [...new Set([...identities.values()].flat())],
  )
  return runs.flatMap((run): Counted[] => {
    const tests: Counted['tests'] = {}
    for (const { id, key } of rows) {
      const own = ran.filter(
        ({ executionId, testId }) => executionId === run.id && identities.get(id)?.includes(testId),
      )
      const sum = (of: 'passed' | 'failed') => own.reduce((total, one) => total + one[of], 0)
      if (own.length > 0) tests[key] = { passed: sum('passed'), failed: sum('failed') }
    }
    return Object.keys(tests).length === 0 ? [] : [{ execution: run.public_id, tests }]
  })
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
