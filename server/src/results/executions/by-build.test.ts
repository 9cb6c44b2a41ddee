import type { ExecutionSummary } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { passed, run, send, settled } from '../../testing/upload.ts'
import { listExecutions } from './list.ts'

type Summary = z.output<typeof ExecutionSummary>

const BUILD = '17236540012'
const of = async (app: TestApp, query: string, key = app.key) =>
  (await app.get<Summary[]>(`/api/executions?${query}`, { key })).data.map(({ id }) => id)

onBothDatabases('executions of one build', (makeApp) => {
  test('are found by exactly its name, in every project and suite, newest first', async () => {
    const app = await makeApp()
    const results = [passed('a')]
    const unit = await settled(app, { build: BUILD, results })
    const e2e = await settled(app, { build: BUILD, suite: 'e2e', results })
    const other = await settled(app, { build: BUILD, project: 'docs', results })
    await settled(app, { build: `${BUILD}1`, results })
    await settled(app, { build: BUILD.slice(1), results })
    const stranger = await addOrganization(app)
    const foreign = await send(app, run({ build: BUILD, results }), { key: stranger })
    const { data } = await app.post<{ value: string }>('/api/keys', { name: 'docs only', project: 'docs' })

    expect(await of(app, `build=${BUILD}`)).toEqual([other, e2e, unit])
    expect(await of(app, `build=${BUILD}&project=shop`)).toEqual([e2e, unit])
    expect(await of(app, `build=${BUILD}&project=shop&suite=e2e`)).toEqual([e2e])
    expect(await of(app, 'build=1723')).toEqual([])
    expect(await of(app, 'build=%25')).toEqual([])
    expect(await of(app, `build=${BUILD}`, data.value)).toEqual([other])
    expect(await of(app, `build=${BUILD}`, stranger)).toEqual([foreign.data.execution.id])
    for (const [query, message] of [
      ['build=', /^build must have at least 1/],
      [`build=${'b'.repeat(501)}`, /^build must have at most 500/],
      [`build=${BUILD}&build=${BUILD}`, /^build must have one value/],
    ] as const)
      expect(await app.get(`/api/executions?${query}`), query).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
      })
  })

  test('are read by their index, however many others there are', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await settled(app, { build: `${BUILD}${i}`, results: [passed('a')] })
    const statements = await statementsOf(app, async (ctx) => {
      for (const filters of [{}, { project: 'shop' }, { project: 'shop', suite: 'default' }])
        await listExecutions({ ctx, input: { build: `${BUILD}1`, limit: 50, ...filters } })
    })
    const lists = (await plansOf(app, statements)).filter(([statement]) => statement.includes('"build" ='))
    expect(lists).toHaveLength(3)
    for (const [statement, plan] of lists) {
      expect(plan, `${statement}\n${plan}`).toMatch(BY_BUILD)
      expect(plan, `${statement}\n${plan}`).not.toMatch(/(?:SCAN|Seq Scan on) execution\b/)
    }
  })
})

/** Its own index, or with a suite beside it the one that keeps (project, suite, build) unique. */
const BY_BUILD =
  /USING INDEX (?:execution_build \(project_id=\? AND build=\?\)|sqlite_autoindex_execution_2)|Scan (?:Backward )?(?:using|on) (?:execution_build|execution_project_id_suite_build_key)/
