import { type RealServer, type ServerOptions, startServer } from '@svc/test-kit/server'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { pullRequestEvent, pushEvent, type WorkflowEvent } from './events.ts'
import { type Github, startGithub } from './github/server.ts'
import type { Comment, Job, Pull, Repository, State } from './github/state.ts'
import { type JournalOptions, keepJournal, makeFolder, removeFolders } from './journals.ts'
import { type JobContext, runMain, runPost, type StepOptions } from './run-action.ts'
import { addCommit, addJob, addPull, addRepository, addRun, addToken } from './world.ts'

/** A server of ours and a GitHub, for all tests of a file; each test has a repository and a project of its own. */
export interface Scene {
  server: RealServer
  github: Github
  state: State
}

/** Starts both before the tests of a file; after each test, nothing may have been asked that GitHub does not publish. */
export const useScene = (options: ServerOptions | (() => Promise<ServerOptions>) = {}): Scene => {
  const scene = {} as Scene
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options() : options
    const [server, github] = await Promise.all([startServer(given), startGithub()])
    Object.assign(scene, { server, github, state: github.state })
  })
  afterEach(() => {
    const violations = scene.github.violations.splice(0)
    scene.github.latencyMs = 0
    scene.github.untrouble()
    removeFolders()
    expect(violations).toEqual([])
  })
  afterAll(async () => {
    await Promise.all([scene.server?.stop(), scene.github?.close()])
  })
  return scene
}

let names = 0

/** A repository with two commits on main and a branch with one, and what tests do in it. */
export const makeShop = (scene: Scene, given: Partial<Repository> = {}) => {
  const { state, github, server } = scene
  const project = `shop-${++names}`
  const repository = addRepository(state, `acme/${project}`, given)
  const place = { state, repository }
  const first = addCommit(state, repository, 'main', {})
  const base = addCommit(state, repository, 'main')
  // Silence lasts a minute here; silence.test.ts has a server of its own.
  const inputs = { 'api-key': server.apiKey, url: server.url, 'wait-for-silence': 'false' }

  /** A job of a new run, or of the given one. */
  const jobOf = (event: WorkflowEvent, more: Partial<JobContext> = {}): JobContext => ({
    github,
    repository,
    event,
    run: addRun(state, repository, { headSha: event.sha, event: event.name }),
    job: 'test',
    token: addToken(state),
    workspace: makeFolder(),
    ...more,
  })
  const keep = (job: JobContext, options: JournalOptions = {}) => keepJournal(job, { project, ...options })
  const main = (job: JobContext, more: Record<string, string> = {}, options: StepOptions = {}) =>
    runMain(job, { ...inputs, ...more }, options)

  return {
    project,
    repository,
    place,
    first,
    base,
    inputs,
    jobOf,
    keep,
    main,
    post: (job: JobContext, more: Record<string, string> = {}, options: StepOptions = {}) =>
      runPost(job, { ...inputs, ...more }, options),
    /** A push to main whose tests all pass, or did what is said: what pull requests are compared with. */
    async pushed(options: JournalOptions = {}, sha = base) {
      const job = jobOf(pushEvent(place, 'main', first, sha))
      keep(job, options)
      return main(job, { 'fail-on': 'never' })
    },
    /** A pull request of a branch of its own. */
    pull(more: Partial<Pull> = {}): Pull {
      const number = repository.pulls.size + 1
      const branch = `feature-${number}`
      const headSha = addCommit(state, repository, branch, undefined, base)
      return addPull(repository, { headSha, headBranch: branch, baseSha: base, ...more })
    },
    /** The event of a pull request, on the merge commit that GitHub makes for it. */
    opened: (pull: Pull, name = 'pull_request') => {
      const mergeSha = state.nextId().toString(16).padStart(40, 'd')
      state.commits.set(mergeSha, { sha: mergeSha, parents: [pull.baseSha, pull.headSha] })
      return pullRequestEvent(place, pull, { name, mergeSha })
    },
    /** The same on several legs, a job each. */
    async pushedOn(legs: string[]) {
      const whole = jobOf(pushEvent(place, 'main', first, base))
      for (const leg of legs) {
        const job = { ...whole, workspace: makeFolder() }
        keep(job, { leg, results: { [`pays on ${leg}`]: 'passed' } })
        await main(job, { 'fail-on': 'never' })
      }
    },
    comments: (pull: Pull): Comment[] => repository.comments.filter(({ number }) => number === pull.number),
    executions: async () =>
      (await server.get<Execution[]>('/api/executions?limit=200')).filter((each) =>
        each.project.startsWith(project),
      ),
    execution: (id: string | undefined) => server.get<Execution>(`/api/executions/${id}`),
  }
}

export type Shop = ReturnType<typeof makeShop>

/** A job of a matrix, and what GitHub shows of it. */
export interface Leg {
  leg: string
  job: Job
  context: JobContext
}

/** Jobs of one run that go on, one for each leg. */
export const legsOf = ({ state }: Scene, shop: Shop, first: JobContext, legs: string[]): Leg[] => {
  const run = shop.repository.runs.get(first.run.id)
  if (!run) throw new Error('there is no run')
  return legs.map((leg) => {
    const job = addJob(state, { name: `test (${leg})` })
    run.jobs.push(job)
    return { leg, job, context: { ...first, runnerName: job.runnerName, workspace: makeFolder() } }
  })
}

/** Ends a job, as GitHub shows it. */
export const over = (job: Job, conclusion = 'success'): Job =>
  Object.assign(job, { status: 'completed', conclusion })

/** A job of a pull request whose only test failed; nothing is sent yet. */
export const failingPull = (scene: Scene) => {
  const shop = makeShop(scene)
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { results: { pays: 'failed' } })
  return { shop, pull, job }
}

/** What the API says of an execution, as far as the tests ask. */
export interface Execution {
  id: string
  state: string
  trust: string
  suite: string
  project: string
  branch: string | null
  pullRequest: number | null
  headSha: string | null
  mergeBaseSha: string | null
  baseSha: string | null
  build: string
  counts: { passed: number; failed: number; flaky: number; skipped: number; total: number }
  results: { file: string; titles: string[]; status: string }[]
}
