import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { saidIn } from '@svc/test-kit/said'
import { useServer } from '@svc/test-kit/use-server'
import { newestOf } from '@svc/test-kit/versions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEAD } from './project.ts'

const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

const FILES = {
  'page.spec.js': `${HEAD}
    test.beforeEach(async ({ page }) => { await page.setContent('<h1>Shop</h1>') })
    test('passes', async ({ page }, info) => {
      await info.attach('unasked', { body: 'x', contentType: 'text/plain' })
    })
    test('fails', async ({ page }, info) => {
      await info.attach('notes', { body: 'a note', contentType: 'text/plain' })
      await info.attach('data', { body: Buffer.from([0, 255, 7]), contentType: 'application/octet-stream' })
      await expect(page.locator('h1')).toHaveText('Cart', { timeout: 200 })
    })
    test('is flaky', async ({ page }, info) => {
      await expect(page.locator('h1')).toHaveText(info.retry > 0 ? 'Shop' : 'Cart', { timeout: info.retry > 0 ? 60_000 : 200 })
    })
  `,
}

interface Told {
  testId: string
  name: string
  attempt: number
  contentType: string
  state: string
  path?: string
  url?: string
  id?: string
}
interface Detail {
  artifacts: Told[]
  results: { testId: string; titles: string[]; status: string }[]
}

describeInChromium('artifacts of a real browser', (executablePath) => {
  const server = useServer()
  let project: RunnerProject
  let detail: Detail
  let output = ''

  beforeAll(async () => {
    project = runnerProject(newestOf('playwright'), FILES, {
      timeout: 240_000,
      retries: 1,
      use: {
        screenshot: 'only-on-failure',
        trace: 'on-first-retry',
        launchOptions: { executablePath, args: ARGS },
      },
    })
    const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url }
    ;({ output } = await project.run(project.command(), { env }))
    const [execution] = await server.get<{ id: string }[]>('/api/executions')
    detail = await server.get<Detail>(`/api/executions/${execution?.id}`)
  })
  afterAll(() => {
    project.remove()
  })

  const of = (title: string) => {
    const { testId } = detail.results.find(({ titles }) => titles.includes(title)) ?? {}
    return detail.artifacts.filter((artifact) => artifact.testId === testId)
  }
  const download = async ({ id }: Told) => {
    const headers = { Authorization: `Bearer ${server.apiKey}` }
    return Buffer.from(await (await fetch(`${server.url}/api/artifacts/${id}`, { headers })).arrayBuffer())
  }
  const named = (list: Told[]) => list.map(({ name, attempt, state }) => [name, attempt, state])

  test('screenshots, traces and bodies of failed tests are stored, those of passed ones are not', () => {
    expect(named(of('passes'))).toEqual([['unasked', 0, 'unsent']])
    const stored = named(of('fails'))
    for (const attempt of [0, 1])
      for (const name of ['notes', 'data', 'screenshot'])
        expect(stored).toContainEqual([name, attempt, 'stored'])
    expect(stored).toContainEqual(['trace', 1, 'stored'])
  })

  test('the trace of the retry that passed tells what happened, so it is stored', () => {
    const stored = named(of('is flaky'))
    expect(stored).toContainEqual(['screenshot', 0, 'stored'])
    expect(stored).toContainEqual(['trace', 1, 'stored'])
  })

  test('what is downloaded is byte by byte what lies on disk', async () => {
    const files = detail.artifacts.filter(({ state, path }) => state === 'stored' && path)
    expect(files.length).toBeGreaterThanOrEqual(5)
    for (const file of files)
      expect(
        (await download(file)).equals(readFileSync(join(project.folder, file.path ?? ''))),
        file.path,
      ).toBe(true)
    const [, body] = of('fails').filter(({ name }) => name === 'data')
    expect([...(await download(body as Told))]).toEqual([0, 255, 7])
    const [notes] = of('fails').filter(({ name }) => name === 'notes')
    expect(String(await download(notes as Told))).toBe('a note')
  })

  test('the run says it in one line, after its results, and leaves nothing behind', () => {
    expect(saidIn(output)).toEqual([
      expect.stringMatching(/^svc: 3 results sent → /),
      expect.stringMatching(/^svc: \d+ artifacts sent$/),
    ])
    expect(readdirSync(join(project.folder, '.svc/journal'))).toEqual([])
  })
})
