import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { saidIn } from '@svc/test-kit/said'
import { useServer } from '@svc/test-kit/use-server'
import { newestOf, workspace } from '@svc/test-kit/versions'
import { afterAll, expect, test } from 'vitest'

const provider = join(workspace, 'packages/vitest/node_modules/@vitest/browser-playwright/dist/index.js')

interface Told {
  name: string
  contentType: string
  state: string
  path?: string
  id?: string
}

const server = useServer()
const projects: RunnerProject[] = []
afterAll(() => {
  for (const project of projects) project.remove()
})

const run = async (suite: string, files: Record<string, string>) => {
  const project = runnerProject(newestOf('vitest'), files)
  projects.push(project)
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_SUITE: suite }
  const { output } = await project.run(project.command(), { env })
  const [execution] = await server.get<{ id: string }[]>(`/api/executions?suite=${suite}`)
  const { artifacts } = await server.get<{ artifacts: Told[] }>(`/api/executions/${execution?.id}`)
  const told = saidIn(output)
  return { project, artifacts, told }
}

const download = async ({ id }: Told) => {
  const headers = { Authorization: `Bearer ${server.apiKey}` }
  return Buffer.from(await (await fetch(`${server.url}/api/artifacts/${id}`, { headers })).arrayBuffer())
}

test('what a failing test attaches by body or by path is stored', async () => {
  const { artifacts, project, told } = await run('attachments', {
    'given.bin': 'given bytes',
    'notes.test.js': `
      import { test } from 'vitest'
      test('fails', async ({ annotate }) => {
        await annotate('by text', { contentType: 'text/plain', body: 'plain words', bodyEncoding: 'utf-8' })
        await annotate('by bytes', { contentType: 'application/octet-stream', body: new Uint8Array([1, 0, 255]) })
        await annotate('by path', { contentType: 'application/octet-stream', path: './given.bin' })
        throw new Error('wrong')
      })
      test('passes', async ({ annotate }) => {
        await annotate('unasked', { contentType: 'text/plain', body: 'x', bodyEncoding: 'utf-8' })
      })
    `,
  })
  expect(artifacts.map(({ name, state }) => [name, state])).toEqual([
    ['by text', 'stored'],
    ['by bytes', 'stored'],
    ['by path', 'stored'],
    ['unasked', 'unsent'],
  ])
  const [text, bytes, path] = await Promise.all(artifacts.slice(0, 3).map(download))
  expect(String(text)).toBe('plain words')
  expect([...(bytes ?? [])]).toEqual([1, 0, 255])
  expect(String(path)).toBe('given bytes')
  expect(told[1]).toBe('svc: 3 artifacts sent')
  expect(readdirSync(join(project.folder, '.svc/journal'))).toEqual([])
})

describeInChromium('browser mode', (executable) => {
  test('the screenshot of a failure is stored', async () => {
    const { artifacts, project } = await run('browser', {
      'vitest.config.mjs': `
        import { playwright } from ${JSON.stringify(provider)}
        export default { test: {
          reporters: [['@svc/vitest', { project: 'fixture' }]],
          browser: {
            enabled: true, headless: true,
            provider: playwright({ launchOptions: {
              executablePath: ${JSON.stringify(executable)},
              args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
            } }),
            instances: [{ browser: 'chromium' }],
          },
        } }
      `,
      'page.test.js': `
        import { expect, test } from 'vitest'
        test('fails on the page', () => {
          document.body.innerHTML = '<p>x</p>'
          expect(document.body.textContent).toBe('y')
        })
      `,
    })
    expect(artifacts).toMatchObject([
      { name: 'failure screenshot', contentType: 'image/png', state: 'stored' },
    ])
    const [shot] = artifacts as [Told]
    expect((await download(shot)).equals(readFileSync(join(project.folder, shot.path ?? '')))).toBe(true)
  })
})
