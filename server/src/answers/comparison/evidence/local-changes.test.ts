import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { failedTwice, passed, settled } from '../../../testing/upload.ts'
import { verdictOf } from '../../../testing/verdicts.ts'

onEachDatabase('changes on a laptop that nobody committed', (makeApp) => {
  test('do not say that the base branch is broken', async () => {
    const app = await makeApp()
    const sha = 'a'.repeat(40)
    const clean = { branch: 'main', testedSha: sha, headSha: sha, parents: [] }
    const local = { trust: 'local' as const }
    const broken = [failedTwice('pays'), passed('x')]
    for (let run = 0; run < 5; run++)
      await settled(app, { ...local, code: clean, results: [passed('pays'), passed('x')] })
    const changed = { ...local, code: { ...clean, dirty: true } }
    await settled(app, { ...changed, results: broken })
    await settled(app, { ...changed, results: broken })
    expect(await verdictOf(app, broken, changed)).toMatchObject({ kind: 'mine' })
    const topic = {
      ...clean,
      branch: 'topic',
      testedSha: 'b'.repeat(40),
      headSha: 'b'.repeat(40),
      parents: [sha],
    }
    const committed = { ...local, code: { ...topic, mergeBaseSha: sha } }
    expect(await verdictOf(app, broken, committed)).toMatchObject({ kind: 'mine' })
  })
})
