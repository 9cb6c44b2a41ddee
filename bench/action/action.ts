import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFolder } from '../databases.ts'
import { sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'

const BUNDLE = fileURLToPath(new URL('../../packages/action/bundle', import.meta.url))
const ROUNDS = 25

/** The duration of an action step that has nothing to send, beside an empty process. */
export const benchAction = (): Promise<Verdict[]> =>
  withFolder(async (folder) => {
    heading('Start of the action')
    const job = makeJob(folder)
    const steps: number[] = []
    const empty: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      steps.push(startOnce(join(BUNDLE, 'main.js'), job))
      empty.push(startOnce(undefined, job))
    }
    table(
      ['', 'ours'],
      [
        ['a step without results, from start to end', spread(sampleOf(steps), 'ms')],
        ['an empty process', spread(sampleOf(empty), 'ms')],
        ['bundle', figure(bundleKib(), 'KiB')],
      ],
    )
    return []
  })

const bundleKib = (): number =>
  readdirSync(BUNDLE)
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + statSync(join(BUNDLE, name)).size / 1024, 0)

/** The environment of a job of a pull request in which no test has run. */
function makeJob(folder: string): NodeJS.ProcessEnv {
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const file = (name: string, text = '') => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const event = {
    number: 1,
    pull_request: { number: 1, head: { sha: 'a'.repeat(40) }, base: { ref: 'main' } },
  }
  return {
    PATH: process.env.PATH,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: 'http://127.0.0.1:1',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event)),
    GITHUB_OUTPUT: file('output'),
    GITHUB_REF: 'refs/pull/1/merge',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '1',
    GITHUB_SHA: 'b'.repeat(40),
    GITHUB_STATE: file('state'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_WORKSPACE: workspace,
    'INPUT_GITHUB-TOKEN': 'ghs_none',
    RUNNER_TEMP: folder,
  }
}

function startOnce(file: string | undefined, env: NodeJS.ProcessEnv): number {
  const begun = performance.now()
  const { status, stderr } = spawnSync(process.execPath, file ? [file] : ['-e', ''], {
    env,
    cwd: env.GITHUB_WORKSPACE,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`)
  return performance.now() - begun
}
