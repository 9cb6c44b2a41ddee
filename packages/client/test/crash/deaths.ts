import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { useServer } from '@svc/test-kit/use-server'
import type { RunnerName } from '@svc/test-kit/versions'
import { afterAll, expect, test } from 'vitest'
import {
  crashProject,
  type Deed,
  endRuns,
  OVER,
  type Run,
  removeProjects,
  startRun,
  svcFlush,
  told,
} from './projects.ts'
import { type Stored, storedIn } from './stored.ts'

/** How a run, or one worker of it, comes to its end. */
interface Death {
  deed: Deed
  /** Done from outside when the last test has begun. */
  act?: (run: Run) => void
}

type State = 'passed' | 'failed' | 'cancelled' | 'incomplete'

const signal = (name: NodeJS.Signals) => (run: Run) => void run.child.kill(name)
/** As Ctrl-C: everything in the terminal's foreground gets it. */
const interrupt = (run: Run) => void process.kill(-(run.child.pid ?? 0), 'SIGINT')
const killWorker = (run: Run) => void process.kill(run.workerPid(), 'SIGKILL')

const DEATHS = {
  'Ctrl-C': { deed: 'waits', act: interrupt },
  SIGTERM: { deed: 'waits', act: signal('SIGTERM') },
  SIGKILL: { deed: 'waits', act: signal('SIGKILL') },
  'SIGKILL of a worker': { deed: 'waits', act: killWorker },
  'a worker out of memory': { deed: 'test eats memory' },
  'the runner out of memory': { deed: 'eats memory' },
  'process.exit in a test': { deed: 'test exits' },
  'process.exit in another reporter': { deed: 'exits' },
  'an uncaught exception of another reporter': { deed: 'throws' },
} satisfies Record<string, Death>

/** What a death leaves the execution in, and whether the run itself could still send it or say where it is. */
export type Expected = Record<keyof typeof DEATHS, [State, 'sends' | 'says' | 'is silent']>

/** Enough for a runner with a small suite, and soon used up. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=160' }

/** Lets a runner die in every way, and asks the server what it has of each run. */
export const testDeaths = (runner: RunnerName, expected: Expected): void => {
  const server = useServer()
  const envOf = (suite: string) => ({
    SVC_URL: server.url,
    SVC_API_KEY: server.apiKey,
    SVC_SUITE: suite,
    // A busy machine may answer late; a run that cannot send fails otherwise.
    SVC_TIMEOUT_MS: '1800000',
  })
  afterAll(() => {
    endRuns()
    removeProjects()
  })

  const die = async (name: string, { deed, act }: Death) => {
    const project = crashProject(runner)
    const heap = deed.endsWith('memory') ? SMALL_HEAP : {}
    const run = startRun(project, { ...envOf(name), ...heap, DEED: deed })
    if (act) {
      await run.isAtLast()
      act(run)
    }
    return { project, ...(await run.ended()) }
  }

  for (const [name, death] of Object.entries(DEATHS)) {
    const [state, manner] = expected[name as keyof Expected]
    // Each ends in the same way as one that `test` has: Ctrl-C, SIGKILL of the run or a worker, process.exit in a test.
    const tags = /another reporter|SIGTERM|out of memory/.test(name) ? ['thorough'] : []
    test(`${name}: ${manner}, ${state}`, { tags }, async () => {
      const { project, output } = await die(name, death)
      if (manner === 'sends') expect(output).toMatch(/svc: \d+ results sent/)
      const kept = /svc: the run ended before its results were sent; they are kept in .* run: .*svc flush/
      if (manner === 'says') expect(output).toMatch(kept)
      else expect(output).not.toMatch(kept)
      const { journals } = await svcFlush(project.folder, envOf(name)).done
      expect(journals).toMatchObject(
        manner === 'sends' ? [] : [{ state: 'sent', isComplete: state === 'cancelled' }],
      )
      expect(readdirSync(join(project.folder, '.svc/journal'))).toEqual([])
      const executions = await storedIn(server, name)
      expect(executions.map((each) => each.state)).toEqual([state])
      expectWhole(executions[0], project)
    })
  }

  test('what a killed run left goes with the next run', async () => {
    const { project } = await die('next run', DEATHS.SIGKILL)
    const before = told(project)
    const next = await startRun(project, envOf('next run')).ended()
    expect(next.output).toContain(`svc: ${OVER.length + 1} results sent`)
    expect(next.output).toContain('svc: 1 earlier run sent as well')
    const executions = await storedIn(server, 'next run')
    expect(executions.map((each) => each.state).sort()).toEqual(['incomplete', 'passed'])
    expectWhole(
      executions.find((each) => each.state === 'incomplete'),
      project,
      before,
    )
  })
}

/** Every test that the runner told is there, once, with all its attempts. */
const expectWhole = (stored: Stored | undefined, project: RunnerProject, tests = told(project)) => {
  const titles = stored?.results.map(({ titles: all }) => all.join(' ')) ?? []
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted())
  expect(titles).toEqual(expect.arrayContaining(tests.map(([title]) => title)))
  const flaky = stored?.results.filter(({ titles: [title] }) => title?.endsWith('flaky')) ?? []
  for (const { titles: title, attempts } of flaky)
    expect([title, ...attempts.map(({ status }) => status)]).toEqual([title, 'failed', 'passed'])
  if (tests.length >= OVER.length) expect(titles).toEqual(expect.arrayContaining(OVER))
}
