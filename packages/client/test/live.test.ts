import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { useServer } from '@svc/test-kit/use-server'
import { newestOf, type RunnerName } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'

/** What the API says of an execution and its results, as far as it does not depend on the clock. */
interface Execution {
  id: string
  state: string
  counts: Record<string, number>
  results: { file: string; titles: string[]; status: string; attempts: { status: string }[] }[]
}

// The limits as a team meets them: many segments, but few uploads that begin.
const server = useServer({ env: {} })

const HEADS: Record<RunnerName, string> = {
  jest: `const { existsSync } = require('node:fs')`,
  playwright: `const { test, expect } = require('@playwright/test'); const { existsSync } = require('node:fs')`,
  vitest: `import { expect, test } from 'vitest'; import { existsSync } from 'node:fs'`,
}
/** However long it takes until a live one was seen. */
const PATIENT: Record<RunnerName, object> = {
  jest: { testTimeout: 240_000 },
  playwright: { timeout: 240_000 },
  vitest: { testTimeout: 240_000 },
}
const suffix = (name: RunnerName) => (name === 'playwright' ? 'spec.js' : 'test.js')

/** Some tests that end at once, then one that ends when it is told to, then one that fails. */
const files = (name: RunnerName): Record<string, string> => ({
  [`slow.${suffix(name)}`]: `${HEADS[name]}
    for (const row of [1, 2, 3]) test('quick ' + row, () => {})
    test('slow', async () => { while (!existsSync('seen')) await new Promise((resolve) => setTimeout(resolve, 50)) })
    test('fails', () => { expect(1).toBe(2) })
    test.skip('is skipped', () => {})`,
})

interface Listed {
  id: string
  project: string
  state: string
  counts: Record<string, number>
}

/** Asked of all projects: one that nothing was uploaded to yet does not exist. */
const executionsOf = async (project: string) =>
  (await server.get<Listed[]>('/api/executions?limit=200')).filter((each) => each.project === project)

const only = async (project: string): Promise<Execution> => {
  const [execution, ...others] = await executionsOf(project)
  expect(others).toEqual([])
  return server.get<Execution>(`/api/executions/${execution?.id}`)
}

const run = (project: RunnerProject) =>
  new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, project.command(), {
      cwd: project.folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, ...NODE_CACHE, SVC_URL: server.url, SVC_API_KEY: server.apiKey },
    })
    child.on('close', (code) => resolve(code))
  })

const lasting = ({ state, counts, results }: Execution) => ({
  state,
  counts,
  results: results.map(({ file, titles, status, attempts }) => ({
    file,
    titles,
    status,
    attempts: attempts.map((attempt) => attempt.status),
  })),
})

// One of them is enough for `test`: the live sending is the client's.
for (const name of ['jest', 'vitest', 'playwright'] as const)
  test(`${name}: results are on the server while the run continues, and in the end the same as without`, {
    tags: name === 'jest' ? [] : ['thorough'],
  }, async () => {
    const projects = ['live', 'after'].map((when) =>
      runnerProject(newestOf(name), files(name), PATIENT[name], {
        project: `${name}-${when}`,
        live: when === 'live',
      }),
    )
    try {
      const running = Promise.all(projects.map(run))
      try {
        await expect
          .poll(() => executionsOf(`${name}-live`), { interval: 400 })
          .toMatchObject([{ state: 'running', counts: { passed: 3, failed: 0 } }])
        expect(await executionsOf(`${name}-after`)).toEqual([])
      } finally {
        for (const { folder } of projects) writeFileSync(join(folder, 'seen'), '')
      }
      expect(await running).toEqual([1, 1])
      const live = await only(`${name}-live`)
      expect(live.state).toBe('failed')
      expect(lasting(live)).toEqual(lasting(await only(`${name}-after`)))
    } finally {
      for (const project of projects) project.remove()
    }
  })
