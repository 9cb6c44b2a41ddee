// @module-tag thorough
import { expect, test } from 'vitest'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { failed, type MadeTest, passed, run, send } from '../../testing/upload.ts'

const REFUSED = { message: 'connect ECONNREFUSED 10.0.0.1:5432' }
const broken = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) =>
    failed(`test ${first + i}`, { ...REFUSED, file: `f${i % 100}.test.ts` }),
  )

async function ran(app: TestApp, branch: string, results: MadeTest[]): Promise<string> {
  const code = { branch, ...(branch === 'main' ? {} : { baseBranch: 'main' }) }
  const { data } = await send(app, run({ code, results: [passed('sound'), ...results] }))
  await app.settle(data.execution.id)
  app.advance(1_000)
  return data.execution.id
}

// The thread that compares has 30 s of processor time. Time with the square of the failures took more.
test('thousands of new failures with one error, which runs of other branches had too', async () => {
  const app = await makeApp()
  await ran(app, 'main', [])
  for (let i = 0; i < 20; i++) await ran(app, `other ${i}`, broken(240))
  const head = await ran(app, 'mine', broken(24_000))
  const { status, data } = await app.get<{ newTests: unknown[] }>(
    `/api/compare?head=${head}&base=auto&limit=1`,
  )
  expect(status).toBe(200)
  expect(data.newTests).toHaveLength(1)
})
