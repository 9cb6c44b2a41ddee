import { type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'
import { insightRuns, readInsights, type SeededInsights } from './insights.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { nameRuns } from './seed-names.ts'
import { BASE_RUNS, baseRun, brokenRun, charge, shop } from './seed-shop.ts'
import { SPEED_RUNS, slowerRun, speedRun } from './seed-speed.ts'
import { timeLineParts } from './seed-time-line.ts'
import { seedTrials } from './seed-trials.ts'
import { type Images, visualRun } from './seed-visual.ts'
import { attach, upload } from './send.ts'

/** Ids of the seeded executions. */
export interface Seeded {
  /** A pull request that broke two tests, among failures that others explain. */
  broken: string
  /** A pull request that broke nothing. */
  green: string
  /** The first run of its project. */
  alone: string
  /** Not over yet. */
  running: string
  /** Titles, errors and output that try to be something else. */
  hostile: string
  /** 20,000 results. */
  large: string
  insights: SeededInsights
  /** A pull request with a test that became slower, and one that became faster. */
  slower: string
  /** A screenshot assertion that failed twice, with its images and a video. */
  visual: string
  /** Three shards with several workers each, after a job that prepares them. */
  sharded: string
  /** A pull request in a project where every name is long, with two legs and two variants of each test. */
  long: string
  /** When the pull request's run began, milliseconds since the epoch. */
  now: number
}

export interface Attached extends Images {
  trace: Uint8Array
  screenshot: Uint8Array
}

const HOUR_MS = 3_600_000

const MANY = 20_000

/** Fills a new server with a shop's runs: twenty of main, then pull requests. */
export async function seed(server: { url: string; apiKey: string }, attached: Attached): Promise<Seeded> {
  const now = Date.now()
  const to = { ...server, now }
  for (let i = 0; i < BASE_RUNS; i++) await upload(to, baseRun(i, now - (BASE_RUNS + 2 - i) * HOUR_MS), true)
  const topic = { branch: 'pay-by-card', baseBranch: 'main', repository: 'acme/shop' }
  const broken = await upload(to, brokenRun(now), true)
  await attach(to, broken, [attached.trace, attached.screenshot])
  const green = await upload(to, { code: topic, startedAt: now - HOUR_MS / 2, results: shop() }, true)
  const alone = await upload(
    to,
    { project: 'first-steps', startedAt: now, results: [charge(), ...shop().slice(0, 3)] },
    true,
  )
  const running = await upload(
    to,
    { code: { ...topic, branch: 'still-running' }, startedAt: now, results: shop().slice(0, 5), end: null },
    false,
  )
  const hostile = await upload(to, { project: 'hostile', startedAt: now, results: hostileTests() }, true)
  const large = await upload(to, largeRun(now), true)
  for (const each of insightRuns(now)) await upload(to, each, true)
  const insights = await readInsights(server)
  await seedTrials(to, insights.fingerprint)
  await seedKnowledge(server)
  for (let i = 0; i < SPEED_RUNS; i++)
    await upload(to, speedRun(i, now - (SPEED_RUNS + 1 - i) * HOUR_MS), true)
  const slower = await upload(to, slowerRun(now), true)
  let sharded = ''
  for (const each of timeLineParts(now)) sharded = (await upload(to, each.run, each.isLast)).execution
  let long = ''
  for (const each of nameRuns(now)) long = (await upload(to, each.run, each.isLast)).execution
  const visual = await upload(to, visualRun(now), true)
  const { expected, actual, difference, taller, video } = attached
  await attach(to, visual, [expected, actual, difference, video, expected, taller])
  return {
    broken: broken.execution,
    green: green.execution,
    alone: alone.execution,
    running: running.execution,
    hostile: hostile.execution,
    large: large.execution,
    insights,
    slower: slower.execution,
    visual: visual.execution,
    sharded,
    long,
    now,
  }
}

const EVIL = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'

const hostileTests = (): MadeTest[] => [
  {
    file: 'src/"><b>bold.test.ts',
    titles: [EVIL, `javascript:alert(1) ${'a'.repeat(400)}`],
    attempts: [
      {
        status: 'failed',
        durationMs: 1,
        detail: {
          errors: [
            {
              name: EVIL,
              message: `${EVIL}\n\u001b[31mred\u001b[0m \u202eevil`,
              expected: EVIL,
              actual: `${EVIL} `,
              snippet: `> 1 | ${EVIL}`,
              stack: EVIL,
            },
          ],
          stdout: `\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007 ${EVIL} \u001b[38;5;200mpink\u001b[0m`,
          steps: [{ title: EVIL, durationMs: 1, error: EVIL }],
        },
      },
    ],
  },
]

const largeRun = (startedAt: number): MadeRun => ({
  project: 'large',
  startedAt,
  results: Array.from({ length: MANY }, (_, i) =>
    passed(`module ${Math.floor(i / 20)} > does thing ${i}`, {
      file: `src/module-${Math.floor(i / 20)}.test.ts`,
    }),
  ),
})
