import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import {
  failed,
  failedTwice,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
} from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

const MINUTE_MS = 60_000
const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const LOCAL = 'connect ECONNREFUSED 127.0.0.1:3000'
const NO_NAMES = 'getaddrinfo EAI_AGAIN db.internal'
const HUNG = 'Test timed out in 30000ms.'
const NAMES = ['pays', ...Array.from({ length: 15 }, (_, i) => `t${i}`)]

/** Sixteen tests of as many files; those before `count` fail with this message. */
const broken = (count: number, message: string, options: { durationMs?: number } = {}): MadeTest[] =>
  NAMES.map((name, i) => {
    const file = `${name}.test.ts`
    return i < count ? failedTwice(name, { file, message }) : passed(name, { file, ...options })
  })
const sound = (options?: { durationMs: number }) => broken(0, '', options)

type Machine = [NonNullable<MadeRun['part']>, MadeTest[]]
const legs = (linux: MadeTest[], windows: MadeTest[]): Machine[] => [
  [{ leg: 'linux' }, linux],
  [{ leg: 'windows' }, windows],
]
/** Files before `at` are in the first shard. */
const shards = (results: MadeTest[], at = 10): Machine[] => [
  [{ shard: { index: 1, total: 2 } }, results.slice(0, at)],
  [{ shard: { index: 2, total: 2 } }, results.slice(at)],
]
const alone = (results: MadeTest[]): Machine[] => [[{}, results]]

let builds = 0

async function runOn(app: TestApp, machines: Machine[], code: MadeRun['code'] = { branch: 'main' }) {
  const build = `one machine ${++builds}`
  let id = ''
  for (const [part, results] of machines)
    id = (await send(app, run({ build, code, part, results }))).data.execution.id
  await app.settle(id)
  app.advance(MINUTE_MS)
  return id
}

async function verdictOf(app: TestApp, head: string) {
  const { regressions } = await compare(app, head)
  return regressions.find((change) => change.titles[0] === 'pays')?.verdict
}

async function afterRuns(app: TestApp, machines: () => Machine[], runs = 5) {
  for (let i = 0; i < runs; i++) await runOn(app, machines())
}

onEachDatabase('a machine that fails alone', (makeApp) => {
  test('is one leg: the same tests passed on the other one', async () => {
    const app = await makeApp()
    await afterRuns(app, () => legs(sound(), sound()))
    const head = await runOn(app, legs(sound(), broken(4, REFUSED)), topic)
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'infrastructure',
      basis: { rule: 'one-machine' },
      because: expect.stringContaining('it passed on 1 other leg'),
    })
    // What stays on the branch is the branch's: another run of it fails there again.
    const again = await runOn(app, legs(sound(), broken(4, REFUSED)), topic)
    expect((await verdictOf(app, again))?.kind).not.toBe('infrastructure')
  })

  test('is no leg whose own application does not answer, and none if the other leg fails as well', async () => {
    const app = await makeApp()
    await afterRuns(app, () => legs(sound(), sound()))
    const ended = await runOn(app, legs(sound(), broken(4, LOCAL)), { ...topic, branch: 'ended' })
    expect((await verdictOf(app, ended))?.kind).toBe('unknown')
    const both = await runOn(app, legs(broken(4, NO_NAMES), broken(5, NO_NAMES)), topic)
    expect((await verdictOf(app, both))?.kind).not.toBe('infrastructure')
  })

  test('is one shard that has no names of hosts, if many files failed and all are there', async () => {
    const app = await makeApp()
    await afterRuns(app, () => shards(sound()))
    const head = await runOn(app, shards(broken(9, NO_NAMES)), topic)
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'infrastructure',
      basis: { rule: 'one-machine' },
      because: expect.stringContaining('all of their files are in one shard'),
    })
  })

  test('is no shard where few files failed, or whose application a test may have ended', async () => {
    const app = await makeApp()
    await afterRuns(app, () => shards(sound()))
    const few = await runOn(app, shards(broken(4, NO_NAMES)), { ...topic, branch: 'few' })
    expect((await verdictOf(app, few))?.kind).toBe('unknown')
    const refused = await runOn(app, shards(broken(9, REFUSED)), topic)
    expect((await verdictOf(app, refused))?.kind).toBe('unknown')
  })

  test('failed so on the base before: that is no sign of the machine', async () => {
    const app = await makeApp()
    await afterRuns(app, () => legs(sound(), sound()), 4)
    await runOn(app, legs(sound(), broken(4, REFUSED)))
    await afterRuns(app, () => legs(sound(), sound()), 4)
    const head = await runOn(app, legs(sound(), broken(4, REFUSED)), topic)
    expect((await verdictOf(app, head))?.kind).not.toBe('infrastructure')
  })

  test('is one run of several of exactly this code', async () => {
    const app = await makeApp()
    await afterRuns(app, () => alone(sound()))
    const code = { ...topic, tree: 'a'.repeat(40) }
    const head = await runOn(app, alone(broken(4, REFUSED)), code)
    expect((await verdictOf(app, head))?.kind).toBe('unknown')
    await runOn(app, alone(sound()), code)
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'infrastructure',
      basis: { rule: 'passed-on-same-code' },
    })
    // One test that passes in another run may be a flake.
    const once = { ...topic, branch: 'once', pullRequest: 8, tree: 'b'.repeat(40) }
    const lone = await runOn(app, alone(broken(1, REFUSED)), once)
    await runOn(app, alone(sound()), once)
    expect((await verdictOf(app, lone))?.kind).toBe('unknown')
  })
})

onEachDatabase('an outage that may have begun after the last green run', (makeApp) => {
  test('is not this change’s doing until a run of another branch passes during it', async () => {
    const app = await makeApp()
    await afterRuns(app, () => shards(sound()))
    app.advance(45 * MINUTE_MS)
    const head = await runOn(app, shards(broken(13, REFUSED)), topic)
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'unknown', basis: { rule: 'no-witness' } })
    await afterRuns(app, () => shards(sound()), 1)
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'mine', basis: { rule: 'many-broke-alike' } })
  })

  test('does not excuse an error that names no machine', async () => {
    const app = await makeApp()
    await afterRuns(app, () => shards(sound()))
    app.advance(45 * MINUTE_MS)
    const head = await runOn(app, shards(broken(12, 'cart is not a function')), topic)
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'mine' })
  })
})

onEachDatabase('a slow machine', (makeApp) => {
  const usual = () => alone(sound({ durationMs: 100 }))
  const slow = (count: number, durationMs: number) => alone(broken(count, HUNG, { durationMs }))

  test('makes a timeout uncertain, whichever attempt it was', async () => {
    const app = await makeApp()
    await afterRuns(app, usual, 8)
    const head = await runOn(app, slow(1, 160), topic)
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'slow-machine', attempts: 2 },
      because: expect.stringContaining('took 1.6 times as long as usual'),
      needs: { what: 'another-run', have: 1, need: 2 },
    })
    // A change that slows everything times out again.
    const again = await runOn(app, slow(1, 160), topic)
    expect(await verdictOf(app, again)).toMatchObject({ kind: 'mine' })
  })

  test('excuses no timeout of a run at the usual speed, and no other error', async () => {
    const app = await makeApp()
    await afterRuns(app, usual, 8)
    const head = await runOn(app, slow(1, 110), { ...topic, branch: 'usual' })
    expect(await verdictOf(app, head)).toMatchObject({ kind: 'mine' })
    const wrong = alone(broken(1, 'total is wrong', { durationMs: 160 }))
    expect(await verdictOf(app, await runOn(app, wrong, topic))).toMatchObject({ kind: 'mine' })
  })
})

onEachDatabase('a timeout that comes and goes on the base branch', (makeApp) => {
  const once = (isBad: boolean) =>
    alone([
      isBad
        ? failed('pays', { file: 'pays.test.ts', message: HUNG })
        : passed('pays', { file: 'pays.test.ts' }),
      ...sound().slice(1),
    ])

  test('is not the state of the base, though it failed there last', async () => {
    const app = await makeApp()
    for (let i = 0; i < 20; i++) await runOn(app, once(i % 4 === 3))
    const { stillFailing } = await compare(app, await runOn(app, once(true), topic))
    expect(stillFailing[0]?.verdict).toMatchObject({ kind: 'unknown', basis: { rule: 'came-and-went' } })
  })

  test('is the state of the base after one outage, and if it stays', async () => {
    const app = await makeApp()
    for (let i = 0; i < 20; i++) await runOn(app, once(i === 9 || i === 19))
    const { stillFailing } = await compare(app, await runOn(app, once(true), topic))
    expect(stillFailing[0]?.verdict).toMatchObject({ kind: 'base-is-broken' })
    for (let i = 0; i < 5; i++) await runOn(app, once(i !== 0))
    const later = await compare(app, await runOn(app, once(true), { ...topic, branch: 'later' }))
    expect(later.stillFailing[0]?.verdict).toMatchObject({ kind: 'base-is-broken' })
  })
})
