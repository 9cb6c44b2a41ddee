import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Command, readCommands, readPairs, readSummary } from './command-files.ts'
import type { WorkflowEvent } from './events.ts'
import type { Github } from './github/server.ts'
import { repositoryNameOf } from './github/shapes.ts'
import type { Repository, Run } from './github/state.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A job of a workflow in which the action is a step. */
export interface JobContext {
  github: Github
  repository: Repository
  event: WorkflowEvent
  run: Pick<Run, 'id' | 'attempt'>
  /** GITHUB_JOB: the id of the job in its workflow. */
  job: string
  /** `job.check_run_id`; empty where absent, as on an older runner. */
  checkRunId?: number
  /** RUNNER_NAME: the machine it runs on. */
  runnerName?: string
  /** What `github.token` is. */
  token: string
  workspace: string
  /** RUNNER_TEMP; one of its own where absent. */
  temp?: string
  /** Further variables of the job, as `env:` of a workflow sets them. */
  env?: Record<string, string>
}

/** How the step ended, as the runner sees it. */
export interface StepResult {
  code: number | null
  signal: NodeJS.Signals | null
  /** Both streams, with masked values as stars. */
  log: string
  /** Both streams as they came. */
  raw: string
  commands: Command[]
  outputs: Record<string, string>
  summary: string
  /** True where it was above 1 MiB, so that the runner shows none of it. */
  isSummaryDropped: boolean
  state: Record<string, string>
}

export interface StepOptions {
  /** Ends it by this signal when `until` stands in its log, or when it has come so far. */
  kill?: { until?: RegExp; when?: () => Promise<boolean>; signal?: NodeJS.Signals }
  /** How far it gives way to other processes; default: 0. */
  niceness?: number
  /** Lets requests wait for minutes, because the test holds one. */
  isPatient?: boolean
  /** For a post step: what main left in GITHUB_STATE. */
  state?: Record<string, string>
}

interface Metadata {
  inputs: Record<string, { default?: unknown; required?: boolean }>
  runs: { using: string; main: string; post?: string; 'post-if'?: string }
}

/** What `action.yml` says. */
const metadata = (): Metadata => parse(readFileSync(join(root, 'action.yml'), 'utf8'))

/** Runs the action's main step. Inputs that `action.yml` does not know are a mistake of the test. */
export const runMain = (job: JobContext, inputs: Record<string, string>, options: StepOptions = {}) =>
  runStep(
    metadata().runs.main,
    job,
    // A tenth of this time is the longest silence of a request.
    options.isPatient ? { 'timeout-seconds': '3000', ...inputs } : inputs,
    options,
  )

/** Runs the post step, which the runner starts whatever became of main. */
export const runPost = (job: JobContext, inputs: Record<string, string>, options: StepOptions = {}) => {
  const { post } = metadata().runs
  if (post === undefined) throw new Error('action.yml has no post step.')
  return runStep(post, job, inputs, options)
}

const runStep = async (
  file: string,
  job: JobContext,
  inputs: Record<string, string>,
  { kill, niceness = 0, state = {} }: StepOptions,
): Promise<StepResult> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-step-')))
  try {
    const files = Object.fromEntries(
      ['OUTPUT', 'STEP_SUMMARY', 'STATE', 'ENV', 'PATH'].map((name) => [
        `GITHUB_${name}`,
        join(folder, name),
      ]),
    )
    for (const path of Object.values(files)) writeFileSync(path, '')
    const temp = job.temp ?? join(folder, 'temp')
    mkdirSync(temp, { recursive: true })
    const eventFile = join(folder, 'event.json')
    writeFileSync(eventFile, JSON.stringify(job.event.payload))
    const env = {
      ...environmentOf(job, temp, eventFile),
      ...inputsOf(inputs, job),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
      ...files,
    }
    const ended = await execute(join(root, file), env, job.workspace, kill, niceness)
    const read = (name: string) => readFileSync(files[name] ?? '')
    const summary = readSummary(read('GITHUB_STEP_SUMMARY'))
    return {
      ...ended,
      commands: readCommands(ended.raw),
      log: masked(ended.raw),
      outputs: readPairs(read('GITHUB_OUTPUT').toString('utf8')),
      summary: summary.text,
      isSummaryDropped: summary.isDropped,
      state: readPairs(read('GITHUB_STATE').toString('utf8')),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The environment a hosted runner gives to each step. */
export const environmentOf = (job: JobContext, temp: string, eventFile: string): Record<string, string> => {
  const { github, repository, event, run } = job
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    LANG: 'C.UTF-8',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__svc',
    GITHUB_ACTOR: 'octocat',
    GITHUB_TRIGGERING_ACTOR: 'octocat',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_BASE_REF: event.baseRef,
    GITHUB_HEAD_REF: event.headRef,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_JOB: job.job,
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    GITHUB_REF_TYPE: 'branch',
    GITHUB_REF_PROTECTED: 'false',
    GITHUB_REPOSITORY: repositoryNameOf(repository),
    GITHUB_REPOSITORY_ID: String(repository.id),
    GITHUB_REPOSITORY_OWNER: repository.owner,
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: '7',
    GITHUB_SHA: event.sha,
    GITHUB_WORKFLOW: 'Tests',
    GITHUB_WORKFLOW_REF: `${repositoryNameOf(repository)}/.github/workflows/tests.yml@${event.ref}`,
    GITHUB_WORKFLOW_SHA: event.sha,
    GITHUB_WORKSPACE: job.workspace,
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: job.runnerName ?? 'GitHub Actions 1',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: temp,
    ...job.env,
  }
}

/** Every input is set, those without a value as an empty one; dashes stay in the names. */
const inputsOf = (
  given: Record<string, string>,
  { token, checkRunId }: JobContext,
): Record<string, string> => {
  const { inputs } = metadata()
  const unknown = Object.keys(given).filter((name) => !(name in inputs))
  if (unknown.length > 0) throw new Error(`Unexpected input(s) ${unknown.join(', ')}`)
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { default: fallback = '' }]) => {
      const value =
        given[name] ??
        String(fallback)
          .replaceAll(/\$\{\{ *github\.token *\}\}/g, token)
          .replaceAll(/\$\{\{ *job\.check_run_id *\}\}/g, String(checkRunId ?? ''))
      if (value.includes('${{')) throw new Error(`The runner of the tests cannot evaluate ${value}`)
      return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]
    }),
  )
}

const execute = (
  file: string,
  env: Record<string, string>,
  cwd: string,
  kill: StepOptions['kill'],
  niceness: number,
) =>
  new Promise<Pick<StepResult, 'code' | 'signal' | 'raw'>>((resolve, reject) => {
    const child = spawn(process.execPath, [file], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    if (niceness > 0 && child.pid) setPriority(child.pid, niceness)
    let raw = ''
    let isKilled = false
    const end = () => {
      if (isKilled) return
      isKilled = true
      child.kill(kill?.signal ?? 'SIGKILL')
    }
    const look = async (): Promise<void> => {
      while (kill?.when && !isKilled && child.exitCode === null) {
        if (await kill.when()) end()
        await sleep(50)
      }
    }
    look().catch(reject)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        raw += text
        if (kill?.until?.test(raw)) end()
      })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({ code, signal, raw })
    })
  })

const masked = (raw: string): string =>
  readCommands(raw)
    .filter(({ name, message }) => name === 'add-mask' && message !== '')
    .reduce((text, { message }) => text.replaceAll(message, '***'), raw)
