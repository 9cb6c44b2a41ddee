import type { findOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { type MadeRun, passed, settled } from '../../testing/upload.ts'

type Found = z.output<typeof findOperations.find.output>

const SHA = 'c0ffee12'.repeat(5)
const pull = (pullRequest: number, branch: string): MadeRun => ({
  code: {
    branch,
    baseBranch: 'main',
    pullRequest,
    repository: 'acme/shop',
    headSha: SHA,
    testedSha: SHA,
    message: '100% of carts_ pay',
  },
  results: [passed('cart > pays')],
})

onEachDatabase('the search of everything', (make) => {
  test('finds each kind by what a person types', async () => {
    const app = await make()
    const main = await settled(app, { results: [passed('cart > pays'), passed('search > "finds" a shoe')] })
    app.advance(60_000)
    const card = await settled(app, pull(482, 'pay-by-card'))
    await settled(app, { ...pull(7, 'other'), project: 'shoes' })
    const find = async (q: string, more = '') =>
      (await app.get<Found>(`/api/find?q=${encodeURIComponent(q)}${more}`)).data
    const number = await find('#482')
    expect(number.pullRequests).toMatchObject([{ number: 482, repository: 'acme/shop', project: 'shop' }])
    expect(number.executions.map(({ id }) => id)).toEqual([card])
    expect((await find('482')).pullRequests[0]).toMatchObject({ number: 482 })
    expect((await find('C0FFEE')).commits).toMatchObject([{ sha: SHA }])
    expect((await find('c0f')).commits).toEqual([])
    expect((await find('pay-by')).executions.map(({ id }) => id)).toEqual([card])
    expect((await find(main)).executions.map(({ id }) => id)).toEqual([main])
    expect((await find('"finds"')).tests).toMatchObject([
      { titles: ['search', '"finds" a shoe'], project: 'shop' },
    ])
    expect((await find('sho')).projects.map(({ slug }) => slug).sort()).toEqual(['shoes', 'shop'])
    expect((await find('pays', '&project=shoes')).tests.map(({ project }) => project)).toEqual(['shoes'])
    expect((await find('pays', '&limit=1')).tests).toHaveLength(1)
  })

  test('takes a text as it is, and finds nothing of another organization', async () => {
    const app = await make()
    await settled(app, pull(482, 'pay-by-card'))
    for (const q of ['%', '_', '\\', "'", '100_', 'o%carts', '100% of carts_'])
      expect((await app.get<Found>(`/api/find?q=${encodeURIComponent(q)}`)).data.executions.length, q).toBe(
        ['%', '_', '100% of carts_'].includes(q) ? 1 : 0,
      )
    const empty = { projects: [], tests: [], pullRequests: [], commits: [], executions: [] }
    const key = await addOrganization(app)
    for (const q of ['482', SHA, 'pay', 'shop'])
      expect((await app.get<Found>(`/api/find?q=${q}`, { key })).data).toEqual(empty)
    expect((await app.get('/api/find?q=pay&project=shop', { key })).status).toBe(404)
    expect((await app.get('/api/find?q=%20')).status).toBe(400)
  })
})
