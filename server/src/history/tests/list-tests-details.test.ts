import type { testOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'

type Listed = z.output<(typeof testOperations)['listTests']['output']>['items'][number]

onEachDatabase('the list of tests with details', (makeApp) => {
  test('says of each test its owners, its rate, its newest error and its newest runs', async () => {
    const app = await makeApp()
    const codeowners = { path: 'CODEOWNERS', text: 'cart.test.ts @shop/cart\n' }
    const pays = (make: typeof passed) => make('pays', { file: 'cart.test.ts' })
    await settled(app, { codeowners, results: [pays(flaky), passed('x'), passed('y'), passed('z')] })
    await settled(app, { codeowners, results: [pays(passed), passed('x'), failed('y'), passed('z')] })
    const { data } = await app.get<Listed[]>('/api/tests?project=shop&details=true')
    const of = (title: string) => data.find(({ titles }) => titles.at(-1) === title)?.details
    expect(of('pays')).toMatchObject({
      owners: ['@shop/cart'],
      flakinessRate: { numerator: 1, denominator: 2 },
      failedRuns: 0,
      lastError: { message: 'slipped' },
      recent: [{ status: 'passed' }, { status: 'flaky' }],
    })
    expect(of('y')).toMatchObject({
      owners: [],
      failedRuns: 1,
      lastError: { message: 'wrong' },
      recent: [{ status: 'failed' }, { status: 'passed' }],
    })
    expect(of('x')).toMatchObject({ failedRuns: 0, lastError: null })
  })

  test('leaves them out unless they are asked for', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('x')] })
    const { data } = await app.get<Listed[]>('/api/tests?project=shop')
    expect(data[0]).not.toHaveProperty('details')
  })
})
