import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

const code = { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' }
const NAMES = ['a', 'b', 'c', 'd'].map((name) => `tax > handles case ${name}`)
const beside = () => [passed('x'), passed('y')]
const inFile = (file: string) => NAMES.map((name) => passed(name, { file }))

onEachDatabase('the comment of a change that moves a file', (makeApp) => {
  test('lists its tests once, as one move, and neither as new nor as removed', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await settled(app, { results: [...inFile('tax.test.ts'), ...beside()] })
    await settled(app, { code, results: [...inFile('billing/tax.test.ts'), passed('fresh'), ...beside()] })
    const { markdown } = (await app.get<{ markdown: string }>('/api/pull-requests/7')).data
    expect(markdown).toContain('<summary>New (1) · Possibly moved or renamed (4)</summary>')
    expect(markdown).toContain('- 4 tests · <code>tax.test.ts</code> → <code>billing/tax.test.ts</code>')
    expect(markdown).not.toContain('handles case')
  })

  test('names one moved test and the failing one among the moved ones', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await settled(app, { results: [passed('cart > pays by card'), ...beside()] })
    await settled(app, {
      code,
      results: [failed('cart > pays by card', { file: 'bank.test.ts' }), ...beside()],
    })
    const { markdown } = (await app.get<{ markdown: string }>('/api/pull-requests/7')).data
    expect(markdown).toContain('❌ This change broke 1 test')
    expect(markdown).toContain('It was moved from shop.test.ts, and passed there on the base.')
    expect(markdown).not.toContain('The test is new')
    expect(markdown).toContain(
      '- cart › pays by card · <code>shop.test.ts</code> → <code>bank.test.ts</code>',
    )
    expect(markdown).not.toContain('Removed (')
  })

  test('takes a test for new if several that are gone have its titles, or if the other file did not load', async () => {
    const app = await makeApp()
    const twins = ['one.test.ts', 'two.test.ts'].map((file) => passed('pays by card', { file }))
    const lonely = passed('pays by cash', { file: 'cash.test.ts' })
    for (let i = 0; i < 3; i++) await settled(app, { results: [...twins, lonely, ...beside()] })
    const results = ['pays by card', 'pays by cash'].map((title) => failed(title, { file: 'bank.test.ts' }))
    const errors = [{ file: 'cash.test.ts', failure: { message: 'Cannot find module' } }]
    await settled(app, { code, results: [...results, ...beside()], errors })
    const { markdown } = (await app.get<{ markdown: string }>('/api/pull-requests/7')).data
    expect(markdown).toContain('test is new')
    expect(markdown).not.toContain('It was moved from')
  })
})
