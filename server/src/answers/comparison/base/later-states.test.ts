import { expect, test } from 'vitest'
import { compare, grouped } from '../../../testing/compare.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failedTwice, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

const sha = (n: number) => n.toString(16).padStart(40, '0')

/** The commit with this number on top of the commit before it, and what a clone knows of the commits below. */
const commit = (n: number, parent = n - 1) => ({
  testedSha: sha(n),
  headSha: sha(n),
  parents: [sha(parent)],
  ancestry: Array.from({ length: 8 }, (_, i) => ({ sha: sha(parent - i), parents: [sha(parent - i - 1)] })),
})

const pays = passed('pays')
const [before, after] = [passed('ships'), passed('ships at once')]

interface Batches {
  head: MadeTest[]
  /** What main's newest run has. */
  newest?: MadeTest[]
  /** The commit below the newest one. */
  upon?: number
}

/** Main has runs of its commits 20 to 25, and of 29. The head left it at commit 28, which no run tested. */
async function batches(app: TestApp, { head, newest = [pays, after], upon }: Batches): Promise<string> {
  const onMain = (n: number, results: MadeTest[], parent?: number) =>
    settled(app, { code: { branch: 'main', ...commit(n, parent) }, results })
  for (let n = 20; n <= 25; n++) await onMain(n, [pays, before])
  await onMain(29, newest, upon)
  const code = { ...topic, ...commit(500, 28), mergeBaseSha: sha(28) }
  return settled(app, { code, results: head })
}

onBothDatabases('states of the base branch after the base', (makeApp) => {
  test('a test that the branch renamed is neither new nor removed', async () => {
    const app = await makeApp()
    const compared = await compare(app, await batches(app, { head: [pays, after] }))
    expect(compared.baseChoice).toMatchObject({ rule: 'ancestor', commitsAway: 3 })
    expect([grouped(compared), compared.renameCandidates]).toEqual([{}, []])
  })

  test('a test that the branch got is judged by its runs there', async () => {
    const app = await makeApp()
    const head = [pays, before, failedTwice('ships at once')]
    const { regressions, newTests } = await compare(
      app,
      await batches(app, { head, newest: [pays, before, after] }),
    )
    expect(newTests).toEqual([])
    expect(regressions).toMatchObject([
      { titles: ['ships at once'], verdict: { kind: 'unknown', basis: { rule: 'new-on-base-since' } } },
    ])
  })

  test('what the head itself adds and removes is new and removed', async () => {
    const app = await makeApp()
    const head = await batches(app, { head: [pays, passed('own')], newest: [pays, before] })
    expect(grouped(await compare(app, head))).toEqual({ newTests: ['own'], removed: ['ships'] })
  })

  test('a state that contains the head says nothing of what was there before', async () => {
    const app = await makeApp()
    const head = await batches(app, { head: [pays, passed('own')], newest: [pays, passed('own')], upon: 500 })
    expect(grouped(await compare(app, head))).toEqual({ newTests: ['own'], removed: ['ships'] })
  })

  test('a base that the request names is compared as it is', async () => {
    const app = await makeApp()
    const head = await batches(app, { head: [pays, after] })
    const { base } = await compare(app, head)
    expect(grouped(await compare(app, head, base?.id))).toEqual({
      newTests: ['ships at once'],
      removed: ['ships'],
    })
  })

  test('a run of the branch is compared with what was before it', async () => {
    const app = await makeApp()
    const onMain = (n: number, results: MadeTest[]) =>
      settled(app, { code: { branch: 'main', ...commit(n) }, results })
    await onMain(20, [pays, before])
    await onMain(22, [pays, after])
    const head = await onMain(21, [pays, after])
    expect(grouped(await compare(app, head))).toEqual({ newTests: ['ships at once'], removed: ['ships'] })
  })

  test('a test that the branch had before, and that comes back, is not new', async () => {
    const app = await makeApp()
    for (let i = 0; i < 5; i++) await settled(app, { results: [pays, before] })
    await settled(app, { results: [pays] })
    const head = await settled(app, { code: topic, results: [pays, before] })
    expect(grouped(await compare(app, head))).toEqual({})
    const broken = await settled(app, { code: topic, results: [pays, failedTwice('ships')] })
    const { regressions } = await compare(app, broken)
    expect(regressions).toMatchObject([{ titles: ['ships'], verdict: { kind: 'mine' } }])
  })
})
