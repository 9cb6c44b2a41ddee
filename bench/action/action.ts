import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { withFolder } from '../databases.ts'
import { paired, type Sample, sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'

const BUNDLE = fileURLToPath(new URL('../../packages/action/bundle', import.meta.url))
const TOOLKIT = fileURLToPath(new URL('toolkit.ts', import.meta.url))
const ROUNDS = 25
const GOAL = 0.75

/**
 * The duration of an action step that has nothing to send, beside the minimum that GitHub's toolkit
 * takes.
 */
export const benchAction = (): Promise<Verdict[]> =>
  withFolder(async (folder) => {
    heading('Start of the action')
    const toolkit = await bundleToolkit(folder)
    const job = makeJob(folder)
    const pairs = await paired(
      ROUNDS,
      async () => ({ ms: startOnce(join(BUNDLE, 'main.js'), job), emptyMs: startOnce(undefined, job) }),
      async () => ({ ms: startOnce(toolkit, job), emptyMs: 0 }),
    )
    const ours = sampleOf(pairs.map((pair) => pair.ours.ms))
    const limit = sampleOf(pairs.map((pair) => pair.limit.ms))
    const ratio = sampleOf(pairs.map((pair) => pair.ours.ms / pair.limit.ms))
    const kib = { ours: bundleKib(), limit: statSync(toolkit).size / 1024 }
    table(
      ['', 'ours', 'toolkit', 'ratio'],
      [
        [
          'a step without results, from start to end',
          spread(ours, 'ms'),
          spread(limit, 'ms'),
          spread(ratio, '×'),
        ],
        ['an empty process', spread(sampleOf(pairs.map((pair) => pair.ours.emptyMs)), 'ms'), '', ''],
        ['bundle', figure(kib.ours, 'KiB'), figure(kib.limit, 'KiB'), figure(kib.ours / kib.limit, '×')],
      ],
    )
    return [startVerdict(ratio, ours, limit), sizeVerdict(kib)]
  })

const startVerdict = (ratio: Sample, ours: Sample, limit: Sample): Verdict => ({
  area: 'Action, start',
  goal: `≤ ${GOAL}× a bundled @actions toolkit`,
  measured: `${spread(ratio, '×')}: ${figure(ours.median, 'ms')} against ${figure(limit.median, 'ms')}`,
  isMet: ratio.median <= GOAL,
})

const sizeVerdict = ({ ours, limit }: { ours: number; limit: number }): Verdict => ({
  area: 'Action, size of all its bundles',
  goal: `≤ ${GOAL}× a bundled @actions toolkit`,
  measured: `${figure(ours / limit, '×')}: ${figure(ours, 'KiB')} against ${figure(limit, 'KiB')}`,
  isMet: ours / limit <= GOAL,
})

const bundleKib = (): number =>
  readdirSync(BUNDLE)
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + statSync(join(BUNDLE, name)).size / 1024, 0)

/** Bundled and minified as published actions are. */
async function bundleToolkit(folder: string): Promise<string> {
  const build = await rolldown({ input: TOOLKIT, platform: 'node', logLevel: 'silent' })
  const file = join(folder, 'toolkit.mjs')
  await build.write({ file, format: 'esm', minify: true })
  await build.close()
  return file
}

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
