import type { AttemptStatus, JournalLine } from '@svc/protocol'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { type Random, randomOf } from '../../testing/random.ts'
import { isEntry, type MadeTest, run, segmentOf, send } from '../../testing/upload.ts'

interface Part {
  leg: string
  runAttempt: number
  tree: string | null
  results: MadeTest[]
}

const STATUSES: AttemptStatus[] = [
  'passed',
  'passed',
  'failed',
  'failed',
  'timedOut',
  'skipped',
  'interrupted',
]

function makeParts(random: Random): Part[] {
  const count = 2 + random.below(4)
  return Array.from({ length: count }, (_, number) => ({
    leg: random.oneOf(['linux', 'linux', 'windows']),
    runAttempt: 1 + random.below(3),
    tree: random.oneOf([null, 'a'.repeat(40), 'b'.repeat(40)]),
    results: ['one', 'two', 'three', 'four']
      .filter(() => random.below(3) > 0)
      .map((title) => ({
        file: 'a.test.ts',
        titles: [title],
        attempts: Array.from({ length: 1 + random.below(3) }, (_, i) => {
          const status = random.oneOf(STATUSES)
          const repeat = random.below(4) === 0 ? 1 : 0
          const message = `${title} part ${number} try ${i}`
          const isBad = status === 'failed' || status === 'timedOut'
          return {
            status,
            durationMs: 1 + random.below(50),
            ...(isBad || repeat > 0
              ? { detail: { ...(repeat > 0 ? { repeat } : {}), ...(isBad ? { errors: [{ message }] } : {}) } }
              : {}),
          }
        }),
      })),
  }))
}

type Status = 'passed' | 'failed' | 'flaky' | 'skipped'
interface Own {
  status: Status
  /** What its flaw says, where it has one. */
  message: string | null
}

/** What the attempts of one part come to, by the words of the contract. */
function ownOf({ attempts }: MadeTest): Own {
  const repeats = new Map<number, MadeTest['attempts']>()
  for (const attempt of attempts) {
    const number = attempt.detail?.repeat ?? 0
    repeats.set(number, [...(repeats.get(number) ?? []), attempt])
  }
  const owns = [...repeats.values()].map((tries): Own => {
    const last = tries.findLast((each) => each.status === 'passed' || isFailure(each))
    const failure = tries.filter(isFailure).at(-1)
    // The last try that ran decides: a pass after a failure is flaky, a failure after a pass is none.
    const status = !last ? 'skipped' : isFailure(last) ? 'failed' : failure ? 'flaky' : 'passed'
    return { status, message: failure?.detail?.errors?.[0]?.message ?? null }
  })
  const order: Status[] = ['failed', 'flaky', 'passed', 'skipped']
  return owns.sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0] as Own
}

const isFailure = ({ status }: MadeTest['attempts'][number]) => status === 'failed' || status === 'timedOut'

/** The results in the end, for every order of uploads: `<test> <leg> <status>`, sorted. */
function expectedOf(parts: Part[]): string[] {
  const rows = parts.flatMap((part) =>
    part.results.map((result) => ({ part, title: result.titles[0] as string, own: ownOf(result) })),
  )
  return rows
    .flatMap(({ part, title, own }) => {
      const same = rows.filter((row) => row.title === title && row.part.leg === part.leg)
      const ran = (row: { own: Own }) => row.own.status !== 'skipped'
      const isLater = (row: { part: Part }) => row.part.runAttempt > part.runAttempt
      const isOlder = (row: { part: Part }) => row.part.runAttempt < part.runAttempt
      // The last attempt that ran counts, and a skip only if none did.
      if (
        own.status === 'skipped'
          ? same.some((row) => isLater(row) || (ran(row) && isOlder(row)))
          : same.some((row) => isLater(row) && ran(row))
      )
        return []
      const evidence = same.some(
        (row) =>
          row.part.runAttempt < part.runAttempt &&
          (row.own.status === 'failed' || row.own.status === 'flaky') &&
          row.part.tree === part.tree,
      )
      return [`${title} ${part.leg} ${own.status === 'passed' && evidence ? 'flaky' : own.status}`]
    })
    .sort()
}

interface Step {
  part: number
  from: number
  to: number
}

/** Each journal in pieces, in order for itself and mixed with the others'; some come again, some too early. */
function makeSteps(journals: JournalLine[][], random: Random): Step[] {
  const waiting = journals.map((lines, part) => {
    const count = lines.filter(isEntry).length
    const cuts = [...new Set([0, random.below(count + 1), random.below(count + 1), count])].sort(
      (a, b) => a - b,
    )
    return cuts.slice(1).map((to, i) => ({ part, from: cuts[i] as number, to }))
  })
  const steps: Step[] = []
  while (waiting.some((own) => own.length > 0)) {
    const own = random.oneOf(waiting.filter((steps) => steps.length > 0))
    const tooEarly = own[1]
    if (tooEarly && random.below(4) === 0) steps.push(tooEarly)
    steps.push(own.shift() as Step)
    const earlier = random.oneOf(steps)
    if (random.below(3) === 0) steps.push({ ...earlier, from: random.below(earlier.from + 1) })
  }
  return steps
}

const journalOf = ({ leg, runAttempt, tree, results }: Part, build: string): JournalLine[] =>
  run({ build, part: { leg }, runAttempt, code: { branch: 'main', ...(tree ? { tree } : {}) }, results })

/** Sends one history and gives what stands in the end. */
async function play(app: TestApp, parts: Part[], random: Random, build: string) {
  const journals = random.shuffled(parts).map((part) => journalOf(part, build))
  let id = ''
  const held = journals.map(() => 0)
  for (const { part, from, to } of makeSteps(journals, random)) {
    const answer = await send(app, segmentOf(journals[part] as JournalLine[], from, to), { from })
    const before = held[part] as number
    expect(answer.status, JSON.stringify(app.logged)).toBe(from > before ? 409 : 200)
    if (answer.status !== 200) continue
    held[part] = Math.max(before, to)
    expect(answer.data.accepted).toBe(held[part])
    id = answer.data.execution.id
  }
  return endOf(app, id)
}

interface Detail {
  counts: Record<string, number>
  results: { titles: string[]; leg: string; status: Status; attempts: { errors?: { message: string }[] }[] }[]
}

async function endOf(app: TestApp, id: string) {
  const { counts, results } = (await app.get<Detail>(`/api/executions/${id}`)).data
  return {
    id,
    counts,
    state: results.map((result) => `${result.titles[0]} ${result.leg} ${result.status}`).sort(),
    messages: results
      .flatMap((result) => result.attempts.flatMap(({ errors = [] }) => errors.map((error) => error.message)))
      .sort(),
  }
}

async function recount({ store }: TestApp, publicId: string) {
  const row = await store.read
    .selectFrom('execution')
    .select(['id', 'duration_us'])
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  const results = await store.read
    .selectFrom('result')
    .select(['verdict', 'duration_us', 'reason_id'])
    .where('execution_id', '=', row.id)
    .where('verdict', '>', 0)
    .execute()
  const of = (verdict: number) => results.filter((result) => result.verdict === verdict).length
  return {
    counts: { total: results.length, passed: of(1), failed: of(2), flaky: of(3), skipped: of(4), errors: 0 },
    durationUs: results.reduce((sum, result) => sum + result.duration_us, 0),
    storedDurationUs: Number(row.duration_us),
    reasons: results.map((result) => result.reason_id).sort(),
  }
}

onEachDatabase('parts, attempts and re-runs in any order', (makeApp) => {
  const expectTheSame = async (from: number, to: number) => {
    const app = await makeApp()
    for (let seed = from; seed <= to; seed++) {
      const random = randomOf(seed)
      const parts = makeParts(random)
      const expected = expectedOf(parts)
      // All at once: they are builds of one project, whose tests the first of them makes.
      const ends = await Promise.all(
        [1, 2, 3].map((order) => play(app, parts, randomOf(seed * 1_000 + order), `${seed}/${order}`)),
      )
      for (const { id, counts, state, messages } of ends) {
        const counted = await recount(app, id)
        expect(state, `seed ${seed}`).toEqual(expected)
        expect(counts, `seed ${seed}`).toEqual(counted.counts)
        expect(counted.storedDurationUs, `seed ${seed}`).toBe(counted.durationUs)
        expect(messages, `seed ${seed}`).toEqual(ends[0]?.messages)
      }
    }
  }

  test('come to the same counts and the same results', () => expectTheSame(1, 12))

  test('so do many more', { tags: 'thorough' }, () => expectTheSame(13, 60))

  test('three attempts of one part come to the same in all six orders', async () => {
    const app = await makeApp()
    const kinds: AttemptStatus[][] = [['passed'], ['failed'], ['failed', 'passed']]
    const triples = kinds.flatMap((a) => kinds.flatMap((b) => kinds.map((c) => [a, b, c] as const)))
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const
    const [treeA, treeB] = ['a'.repeat(40), 'b'.repeat(40)]
    const others = [null, treeA, treeB]
    for (const [x, second] of others.entries())
      for (const [y, third] of others.entries()) {
        const parts = [treeA, second, third].map(
          (tree, i): Part => ({
            leg: 'linux',
            runAttempt: i + 1,
            tree,
            results: triples.map((triple, number) => ({
              file: 'a.test.ts',
              titles: [`test ${number}`],
              attempts: (triple[i] as AttemptStatus[]).map((status) => ({ status })),
            })),
          }),
        )
        const expected = expectedOf(parts)
        for (const order of orders) {
          const build = `${x}${y} ${order}`
          let id = ''
          for (const index of order)
            id = (await send(app, journalOf(parts[index] as Part, build))).data.execution.id
          const { state, counts } = await endOf(app, id)
          expect(state, build).toEqual(expected)
          expect(counts, build).toEqual((await recount(app, id)).counts)
        }
      }
  })
})
