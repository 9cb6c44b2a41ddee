import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { useServer } from '@svc/test-kit/use-server'
import type { RunnerName } from '@svc/test-kit/versions'
import { afterAll, expect, test } from 'vitest'
import { endRuns, removeProjects, startRun, streamProject, svcFlush, told } from './projects.ts'
import { storedIn } from './stored.ts'

/** So many kills of each runner; where nobody says, as many as fit into a few seconds. */
const KILLS = Number(process.env.SVC_KILLS ?? Number.POSITIVE_INFINITY)
const WITHIN_MS = KILLS === Number.POSITIVE_INFINITY ? 5_000 : Number.POSITIVE_INFINITY
/** From the first test that is over to the kill. */
const KILL_WITHIN_MS = 1_500
const RUNNERS: RunnerName[] = ['vitest', 'jest', 'playwright']

const server = useServer()
afterAll(() => {
  endRuns()
  removeProjects()
})

test('whenever a runner is killed, its reported results are on the server once after a flush', {
  timeout: 1_800_000,
}, async () => {
  const begun = performance.now()
  const counts = { kills: 0, told: 0, stored: 0 }
  await Promise.all(
    RUNNERS.map(async (runner) => {
      const project = streamProject(runner)
      for (let kill = 0; kill === 0 || (kill < KILLS && performance.now() - begun < WITHIN_MS); kill += 1) {
        const { before, stored } = await killOnce(project, `${runner} ${kill}`)
        counts.kills += 1
        counts.told += before
        counts.stored += stored
      }
    }),
  )
  process.stdout.write(
    `runner kills: ${counts.kills}, ${counts.told} tests told to another reporter, none missing, ` +
      `${counts.stored} stored, ${Math.round((performance.now() - begun) / 1000)} s\n`,
  )
})

const killOnce = async (project: RunnerProject, suite: string) => {
  rmSync(join(project.folder, 'over.log'), { force: true })
  const env = { SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_SUITE: suite }
  const run = startRun(project, env)
  while (told(project).length === 0 && run.child.exitCode === null) await sleep(5)
  await sleep(Math.random() * KILL_WITHIN_MS)
  run.child.kill('SIGKILL')
  const { signal, output } = await run.ended()
  expect(signal, output).toBe('SIGKILL')
  const before = told(project).map(([title]) => title)
  expect((await svcFlush(project.folder, env).done).journals).toMatchObject([
    { state: 'sent', isComplete: false },
  ])
  expect(readdirSync(join(project.folder, '.svc/journal'))).toEqual([])
  const [execution, ...others] = await storedIn(server, suite)
  expect(others).toEqual([])
  const titles = execution?.results.map((result) => result.titles.join()) ?? []
  const stored = new Set(titles)
  expect(stored.size).toBe(titles.length)
  expect(before.filter((title) => !stored.has(title))).toEqual([])
  // The svc reporter runs before the witness, and may have recorded results that the witness lacks.
  expect(titles.filter((title) => !/^(first|second) \d+$/.test(title))).toEqual([])
  expect(execution?.state).toBe('incomplete')
  return { before: before.length, stored: titles.length }
}
