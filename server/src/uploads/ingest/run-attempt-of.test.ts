import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, type MadeTest, passed, run, send } from '../../testing/upload.ts'

const GITLAB = { provider: 'GitLab CI', job: 'https://gitlab.test/acme/shop/-/jobs/' }
const CIRCLE = { provider: 'CircleCI', job: 'https://circleci.com/gh/acme/shop/' }
const GITHUB = { provider: 'GitHub Actions', job: 'https://github.com/acme/shop/actions/runs/1/job/' }

/** One job of a build, which no variable of CI distinguishes from its retry but the job's number. */
async function job(app: TestApp, of: typeof GITLAB, number: number, results: MadeTest[]) {
  const ci = { provider: of.provider, jobUrl: `${of.job}${number}` }
  const code = { branch: 'topic', tree: 'a'.repeat(40) }
  const { data, error } = await send(app, run({ build: 'one', part: { job: 'unit' }, ci, code, results }))
  if (error) throw new Error(error.message)
  await app.settle(data.execution.id)
  app.advance(600_000)
  return { id: data.execution.id, warnings: data.warnings ?? [] }
}

const red = () => [passed('a'), failed('b'), failed('c'), passed('d')]
const read = async (app: TestApp, id: string) => {
  const { data } = await app.get<{ state: string; counts: Record<string, number> }>(`/api/executions/${id}`)
  const { passed, failed, flaky } = data.counts
  return { state: data.state, passed, failed, flaky }
}

onBothDatabases('a job that is run again by a CI system without numbers of attempts', (makeApp) => {
  for (const of of [GITLAB, CIRCLE]) {
    test(`supersedes its results, ${of.provider}`, async () => {
      const app = await makeApp()
      const { id } = await job(app, of, 7, red())
      const again = await job(app, of, 12, [passed('a'), passed('b'), failed('c'), passed('d')])
      expect(again).toEqual({ id, warnings: [] })
      expect(await read(app, id)).toEqual({ state: 'failed', passed: 2, failed: 1, flaky: 1 })
      await job(app, of, 13, [passed('a'), passed('b'), passed('c'), passed('d')])
      expect(await read(app, id)).toMatchObject({ state: 'passed', failed: 0 })
    })

    test(`leaves failures that only pass alone, ${of.provider}`, async () => {
      const app = await makeApp()
      const { id } = await job(app, of, 7, red())
      await job(app, of, 12, [passed('b'), passed('c')])
      expect(await read(app, id)).toEqual({ state: 'failed', passed: 2, failed: 2, flaky: 0 })
    })
  }

  test('is no other runner of the same job, nor a job of a system that numbers its attempts', async () => {
    const app = await makeApp()
    await job(app, GITLAB, 7, red())
    expect((await job(app, GITLAB, 7, red())).warnings).toEqual([expect.stringContaining('Another part')])
    const other = await makeApp()
    await job(other, GITHUB, 7, red())
    expect((await job(other, GITHUB, 12, red())).warnings).toEqual([expect.stringContaining('Another part')])
  })
})
