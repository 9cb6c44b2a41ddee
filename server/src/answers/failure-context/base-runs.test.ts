import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { pull } from '../../testing/pull-request.ts'
import { sha } from '../../testing/sha.ts'
import { failedTwice, passed, settled } from '../../testing/upload.ts'

onEachDatabase('the runs of a base', (makeApp) => {
  test('are listed by branch if others tested its commit', async () => {
    const app = await makeApp()
    const code = { testedSha: sha('b'), headSha: sha('b') }
    const head = { code: { ...pull, mergeBaseSha: sha('b'), headSha: sha('c') }, results: [failedTwice('a')] }
    const ask = async () => {
      const execution = await settled(app, head)
      return (await app.get<{ text: string }>(`/api/failure-context?execution=${execution}`)).data.text
    }
    await settled(app, { code: { branch: 'main', ...code }, results: [passed('a')] })
    expect(await ask()).toMatch(/base runs: 1 of 1 passed(?! \()/)
    await settled(app, { code: { branch: 'release', ...code }, results: [passed('a')] })
    await settled(app, { code: { branch: 'main', ...code }, results: [passed('a')] })
    expect(await ask()).toContain(
      'base runs: 3 of 3 passed (2 on `main`, 1 on `release`: the same commits or files)',
    )
  })
})
