import type { comparisonOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof comparisonOperations.listExecutionFailures.output>
type Compared = z.output<typeof comparisonOperations.compareExecutions.output>

const HOUR_MS = 3_600_000
const MANY = 130

onEachDatabase('the failures of an execution', (make) => {
  test('have totals by reason beyond the first page, and are found by title, owner and error', async () => {
    const app = await make()
    const names = Array.from({ length: MANY }, (_, i) => `fails ${String(i).padStart(3, '0')}`)
    const works = Array.from({ length: 400 }, (_, i) => passed(`works ${i}`))
    await settled(app, { results: [...works, ...names.map((name) => passed(name))] })
    app.advance(HOUR_MS)
    const id = await settled(app, {
      code: { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' },
      codeowners: { path: 'CODEOWNERS', text: '* @acme/shop\nsrc/pay.ts @acme/payments\n' },
      results: [
        ...works,
        ...names.map((name, i) => failed(name, { message: `no cart ${i}` })),
        failed('pays', { file: 'src/pay.ts', message: 'declined by the gateway' }),
        ...Array.from({ length: 20 }, (_, i) => flaky(`slips ${i}`)),
      ],
    })
    const list = async (query = '') => (await app.get<Answer>(`/api/executions/${id}/failures?${query}`)).data
    const { sections, failures, nextCursor } = await list()
    expect(failures).toHaveLength(50)
    expect(sections.reduce((sum, { total }) => sum + total, 0)).toBe(MANY + 1 + 20)
    expect(sections.at(-1)).toMatchObject({ topic: 'flaky', title: 'Flaky: passed on a retry', total: 20 })
    const compared = (await app.get<Compared>(`/api/compare?head=${id}`)).data
    expect(compared.sections).toEqual(sections.slice(0, -1).map(({ topic, total }) => ({ topic, total })))
    const titles = failures.map(({ test: of }) => of?.titles.at(-1))
    for (let cursor = nextCursor; cursor !== null; ) {
      const page = await list(`cursor=${encodeURIComponent(cursor)}`)
      titles.push(...page.failures.map(({ test: of }) => of?.titles.at(-1)))
      cursor = page.nextCursor
    }
    expect(new Set(titles).size).toBe(MANY + 1 + 20)
    for (const query of ['q=gateway', 'q=@acme/payments', 'q=PAYS%20gateway', 'owner=@acme/payments'])
      expect((await list(query)).failures, query).toMatchObject([
        { test: { titles: ['pays'] }, owners: ['@acme/payments'], message: 'declined by the gateway' },
      ])
    const flakes = await list('topic=flaky&q=slips%2019')
    expect(flakes.failures).toMatchObject([{ topic: 'flaky', kind: 'flaky', test: { titles: ['slips 19'] } }])
    expect(flakes.sections.at(-1)).toMatchObject({ total: 20, matching: 1 })
    expect((await list('leg=windows')).failures).toEqual([])
  })
})
