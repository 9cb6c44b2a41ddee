import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workflowRunEvent } from './events.ts'
import { type Artifact, PERMISSIONS, type Pull, type Run } from './github/state.ts'
import { type JournalOptions, linesOf, makeFolder, textOf } from './journals.ts'
import type { JobContext } from './run-action.ts'
import type { makeShop, Scene } from './scene.ts'
import { addCommit, addPull, addRepository, addRun, addToken } from './world.ts'
import { zipOf } from './zips.ts'

type Shop = ReturnType<typeof makeShop>

/** A pull request from another repository, whose jobs have no secrets and a token that reads. */
export const forkOf = (scene: Scene, shop: Shop, owner = 'mallory', more: Partial<Pull> = {}) => {
  const { state } = scene
  const { repository, base } = shop
  const fullName = `${owner}/${repository.name}`
  const fork =
    state.repositories.get(fullName) ?? addRepository(state, fullName, { isFork: true, branches: new Map() })
  const headBranch = `patch-${repository.pulls.size + 1}`
  const headSha = addCommit(state, fork, headBranch, undefined, base)
  const pull = addPull(repository, { headSha, headBranch, headRepository: fullName, author: owner, ...more })
  const run = addRun(state, repository, { headSha: pull.headSha, headBranch, headRepository: fullName })
  const job = shop.jobOf(shop.opened(pull), { run, token: addToken(state, PERMISSIONS.fork) })
  return { fork, pull, run, job, token: job.token }
}

/** A pull request of Dependabot: a branch of the repository, and a run without its secrets. */
export const dependabotOf = (scene: Scene, shop: Shop) => {
  const { state } = scene
  const pull = shop.pull({ author: 'dependabot[bot]' })
  const run = addRun(state, shop.repository, { headSha: pull.headSha, headBranch: pull.headBranch })
  const job = shop.jobOf(shop.opened(pull), {
    run,
    token: addToken(state, PERMISSIONS.fork),
    env: { GITHUB_ACTOR: 'dependabot[bot]' },
    temp: makeFolder(),
  })
  return { pull, run, job }
}

/** Keeps a folder as upload-artifact does. */
export const uploadFolder = (scene: Scene, run: Run, folder: string, name = 'svc-journals-test-0'): void => {
  const files = readdirSync(folder).map((each) => [each, readFileSync(join(folder, each))] as const)
  upload(scene, run, zipOf(Object.fromEntries(files)), { name })
}

export const upload = (scene: Scene, run: Run, bytes: Uint8Array, more: Partial<Artifact> = {}): void => {
  run.artifacts.push({
    id: scene.state.nextId(),
    name: `svc-journals-${run.artifacts.length}`,
    bytes,
    isExpired: false,
    ...more,
  })
}

/** What an honest job of a fork leaves; attacks change it. */
export const honestFiles = (
  { job, pull, run }: Pick<ReturnType<typeof forkOf>, 'job' | 'pull' | 'run'>,
  options: JournalOptions = {},
): Record<string, string> => {
  const lines = linesOf(job, options)
  const open = lines[0]?.[2] as { journal: string }
  const claim = {
    pullRequest: pull.number,
    headSha: pull.headSha,
    runId: String(run.id),
    runAttempt: run.attempt,
  }
  return { [`${open.journal}.ndjson`]: textOf(lines), 'run.json': JSON.stringify(claim) }
}

/** The companion's job, once the run is over. */
export const companionOf = (scene: Scene, shop: Shop, run: Run): JobContext => {
  Object.assign(run, { status: 'completed', conclusion: 'failure' })
  return shop.jobOf(workflowRunEvent(shop.place, run), {
    token: addToken(scene.state, PERMISSIONS.write),
    workspace: makeFolder(),
    temp: makeFolder(),
  })
}
