import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
} from '../../testing/upload.ts'
import { topic } from '../../testing/verdicts.ts'

const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const NAMES = ['pays', 'b', 'c', 'd', 'e']
const other = (title: string) => passed(title, { file: `${title}.test.ts` })
const sound = () => [...NAMES, 'x'].map(other)
/** Five tests of five files fail with this error. */
const broken = (message: string) => [
  ...NAMES.map((title) => failed(title, { file: `${title}.test.ts`, message })),
  other('x'),
]
const onlyPays = (message: string) => [failed('pays', { file: 'pays.test.ts', message }), ...sound().slice(1)]

type Part = NonNullable<MadeRun['part']>

let builds = 0

/** One run of several machines, each with its results. */
async function runOn(
  app: TestApp,
  machines: [Part, MadeTest[]][],
  code: MadeRun['code'] = { branch: 'main' },
) {
  const build = `machines ${++builds}`
  let id = ''
  for (const [part, results] of machines)
    id = (await send(app, run({ build, code, part, results }))).data.execution.id
  await app.settle(id)
  app.advance(60_000)
  return id
}

const legs = (linux: MadeTest[], windows: MadeTest[]): [Part, MadeTest[]][] => [
  [{ leg: 'linux' }, linux],
  [{ leg: 'windows' }, windows],
]
const shards = (first: MadeTest[], second: MadeTest[]): [Part, MadeTest[]][] => [
  [{ leg: 'linux', shard: { index: 1, total: 2 } }, first],
  [{ leg: 'linux', shard: { index: 2, total: 2 } }, second],
]

/** What a pull request's run on several machines says of `pays`, leg by leg; with `later`, once main ran as well. */
async function verdictsOn(app: TestApp, machines: [Part, MadeTest[]][], later?: [Part, MadeTest[]][]) {
  const head = await runOn(app, machines, topic)
  if (later) await runOn(app, later)
  const { regressions } = await compare(app, head)
  return regressions.filter((change) => change.titles[0] === 'pays').map(({ verdict }) => verdict)
}

onEachDatabase('several machines of one run', (makeApp) => {
  test('that fail alike with an error of the machine, while other branches pass, were not ill', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await runOn(app, legs(sound(), sound()))
    const both = legs(broken(REFUSED), broken(REFUSED))
    // A service may have gone down after main's last run.
    expect(await verdictsOn(app, both)).toMatchObject([
      { kind: 'unknown', basis: { rule: 'no-witness' } },
      { kind: 'unknown' },
    ])
    const fresh = await makeApp()
    for (let i = 0; i < 3; i++) await runOn(fresh, legs(sound(), sound()))
    expect(await verdictsOn(fresh, both, legs(sound(), sound()))).toMatchObject([
      {
        kind: 'mine',
        basis: { rule: 'many-broke-alike' },
        because: expect.stringContaining('on 1 other leg'),
      },
      { kind: 'mine' },
    ])
  })

  test('classes count where reports name no files: many that break alike are no flakes', async () => {
    const app = await makeApp()
    const java = (some: MadeTest[], classOf: (title: string) => string) =>
      some.map((each) => ({ ...each, file: '', titles: [classOf(each.titles[0] ?? ''), ...each.titles] }))
    const ownClass = (title: string) => `com.acme.${title}Test`
    for (let i = 0; i < 3; i++) await runOn(app, legs(java(sound(), ownClass), java(sound(), ownClass)))
    const wrong = java(broken('expected 1 to be 2'), ownClass)
    const head = await runOn(app, legs(wrong, wrong), topic)
    const { regressions } = await compare(app, head)
    expect(regressions).toHaveLength(10)
    expect(new Set(regressions.map(({ verdict }) => verdict.basis.rule))).toEqual(
      new Set(['many-broke-alike']),
    )
  })

  test('of which one fails so was ill, and nobody knows where no other branch ran at the time', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await runOn(app, legs(sound(), sound()))
    expect(await verdictsOn(app, legs(broken(REFUSED), sound()))).toMatchObject([
      { kind: 'infrastructure', basis: { rule: 'one-machine' } },
    ])
    app.advance(3 * 3_600_000)
    const timedOut = 'Test timed out in 30000ms.'
    expect(await verdictsOn(app, legs(broken(timedOut), broken(timedOut)))).toMatchObject([
      { kind: 'unknown', basis: { rule: 'no-witness' } },
      { kind: 'unknown' },
    ])
  })

  test('that meet a service which says itself that it is ill say nothing of the change', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await runOn(app, legs(sound(), sound()))
    const ill = 'GET http://10.0.0.5:80/ answered status 503 Service Unavailable'
    expect(await verdictsOn(app, legs(broken(ill), broken(ill)))).toMatchObject([
      { kind: 'unknown', basis: { rule: 'no-witness' } },
      { kind: 'unknown' },
    ])
  })

  test('are its shards as well, where several tests of each fail', async () => {
    const app = await makeApp()
    const [all, bad] = [sound(), broken(REFUSED)]
    for (let i = 0; i < 3; i++) await runOn(app, shards(all.slice(0, 3), all.slice(3)))
    const one = shards(bad.slice(0, 3), [...bad.slice(3, 4), ...all.slice(4)])
    expect(await verdictsOn(app, one)).toMatchObject([{ kind: 'unknown', basis: { rule: 'no-witness' } }])
    const fresh = await makeApp()
    for (let i = 0; i < 3; i++) await runOn(fresh, shards(all.slice(0, 3), all.slice(3)))
    const passing = shards(all.slice(0, 3), all.slice(3))
    expect(await verdictsOn(fresh, shards(bad.slice(0, 3), bad.slice(3)), passing)).toMatchObject([
      { kind: 'mine' },
    ])
  })

  test('count as attempts: a failure on both legs is hardly chance, one on a single leg may be', async () => {
    const app = await makeApp()
    for (let i = 0; i < 15; i++) await runOn(app, legs(sound(), sound()))
    expect(await verdictsOn(app, legs(onlyPays('wrong total'), sound()))).toMatchObject([
      {
        kind: 'unknown',
        basis: { rule: 'passed-on-other-leg', cleanBaseRuns: 15 },
        because: expect.stringContaining('passed on 1 other leg of this run'),
        needs: { what: 'another-run', have: 1, need: 2 },
      },
    ])
    expect(await verdictsOn(app, legs(onlyPays('wrong sum'), onlyPays('wrong sum')))).toMatchObject([
      { kind: 'mine' },
      { kind: 'mine' },
    ])
  })

  test('are more than a flake of either explains', async () => {
    const app = await makeApp()
    const slips = [flaky('pays', { file: 'pays.test.ts', message: 'slipped' }), ...sound().slice(1)]
    for (let i = 0; i < 24; i++)
      await runOn(app, legs(i % 5 === 4 ? slips : sound(), i % 5 === 1 ? slips : sound()))
    expect(await verdictsOn(app, legs(onlyPays('slipped'), sound()))).toMatchObject([{ kind: 'known-flake' }])
    expect(await verdictsOn(app, legs(onlyPays('slipped'), onlyPays('slipped')))).toMatchObject([
      {
        kind: 'unknown',
        basis: { rule: 'too-often-for-a-flake' },
        because: expect.stringContaining('on 2 legs of this run'),
      },
      { kind: 'unknown' },
    ])
  })
})

onEachDatabase('an error of the machine', (makeApp) => {
  test('in one test alone, which other branches pass at the time, is judged as any other', async () => {
    const app = await makeApp()
    for (let i = 0; i < 5; i++) await runOn(app, [[{}, sound()]])
    const alone = [failedTwice('pays', { file: 'pays.test.ts', message: REFUSED }), ...sound().slice(1)]
    expect(await verdictsOn(app, [[{}, alone]])).toMatchObject([
      { kind: 'mine', basis: { rule: 'regression' } },
    ])
    const quiet = await makeApp()
    for (let i = 0; i < 5; i++) await runOn(quiet, [[{}, sound()]])
    quiet.advance(3 * 3_600_000)
    expect(await verdictsOn(quiet, [[{}, alone]])).toMatchObject([
      { kind: 'unknown', basis: { rule: 'no-witness' } },
    ])
  })

  test('that stopped whole runs of the base branch before any other is the base branch’s', async () => {
    const app = await makeApp()
    const hung = () => broken('Test timed out in 30000ms.').slice(0, 5)
    for (let i = 0; i < 6; i++) await runOn(app, [[{}, sound()]])
    await runOn(app, [[{}, hung()]])
    await runOn(app, [[{}, hung()]], { ...topic, branch: 'upon', pullRequest: 8 })
    await runOn(app, [[{}, hung()]])
    const head = await runOn(app, [[{}, hung()]], topic)
    const { stillFailing } = await compare(app, head)
    expect(stillFailing.map(({ verdict }) => verdict?.kind)).toEqual(Array(5).fill('base-is-broken'))
  })

  test('is not a known flake of one test if tests that never flaked fail with it', async () => {
    const app = await makeApp()
    const slips = [flaky('pays', { file: 'pays.test.ts', message: 'gone' }), ...sound().slice(1)]
    for (let i = 0; i < 10; i++) await runOn(app, [[{}, i % 3 === 0 ? slips : sound()]])
    expect(await verdictsOn(app, [[{}, onlyPays('gone')]])).toMatchObject([{ kind: 'known-flake' }])
    const [verdict] = await verdictsOn(app, [[{}, broken('gone')]])
    expect(verdict?.kind).not.toBe('known-flake')
  })
})
