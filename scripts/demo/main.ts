import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '@svc/test-kit/ensure-chromium'
import { freePort } from '@svc/test-kit/free-port'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { archiveAddress } from '../../packages/protocol/src/index.ts'
import { letAgentsWork } from './agents.ts'
import { askAgent, pushDocuments } from './ask-agent.ts'
import { type Filled, fillHistory } from './history/fill-history.ts'
import { makeRepository, type Package, type Repository, RUNNERS } from './repository.ts'
import { runSuites, type SuiteRun } from './run-suites.ts'
import { makeScreen } from './show.ts'

/** The number of commits of main that run before the change, because verdicts need a history. */
const BASE_RUNS = 5
const MESSAGES = ['Name the queues', 'Update the lock file', 'Shorten the mail', 'Log why a card is refused']
/** Above the numbers of the history. */
const PULL_REQUEST = 128
/** Of the first run that the demo starts itself. */
const FIRST_BUILD = 20_000
/** Of the run that verifies the agents' fix. */
const FIX_BUILD = 90_000

const TITLES: Record<Package, string> = {
  playwright: 'Playwright',
  vitest: 'Vitest',
  jest: 'Jest',
  web: 'a browser',
}

const AFTER_ONCE =
  '\nDone. Without --once the server stays up, with a dashboard, and you can send it your own results.'

const { values } = parseArgs({
  options: { once: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  process.stdout.write(
    'npx -y pnpm@12 demo [--once]\n\nShows svc on small projects with a history of six weeks, and leaves the server up.\n--once leaves out the history and the dashboard, and exits when it is done.\n',
  )
  process.exit(0)
}

const root = join(import.meta.dirname, '../..')
let work = join(root, '.svc-demo')
// With --once no link works: its server has no dashboard and ends with the demo.
const screen = makeScreen(process.stdout, { hasLinks: !values.once })
const children = new Set<number>()
let server: RealServer | undefined
let ending: Promise<never> | undefined
/** True once there is nothing left to do but to keep the server up. */
let isUp = false

process.on('SIGINT', () => void end(isUp ? 0 : 130))
process.on('SIGTERM', () => void end(143))

try {
  await demo()
  isUp = true
  if (values.once) await end(0)
} catch (error) {
  // A step that Ctrl-C interrupted did not fail.
  if (ending) await ending
  process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : error}\n`)
  await end(1)
}

async function demo(): Promise<void> {
  screen.line(
    values.once
      ? 'svc: three suites, five runs of main, one pull request\n'
      : 'svc: a shop of six weeks, five more runs of main, one pull request\n',
  )
  const wanted = Number(process.env.SVC_PORT) || 4700
  const port = await freePort(wanted)
  if (port !== wanted) screen.line(`  Port ${wanted} is in use, so the server takes ${port}.`)
  // A folder for each port: a demo that is still up keeps its database.
  work = join(work, String(port))
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const chromium = values.once ? undefined : await findBrowser()
  const packages: Package[] = chromium ? [...RUNNERS, 'web'] : [...RUNNERS]
  const repository = makeRepository(root, join(work, 'shop'), packages)
  const data = join(work, 'data')
  const history = values.once
    ? null
    : await screen.step('Fill six weeks of history', () =>
        fillHistory(data, repository.folder, `http://127.0.0.1:${port}`, Date.now()),
      )
  const started = await screen.step(
    history ? 'Start the server' : 'Start the server on an empty SQLite database',
    () =>
      startServer({
        data,
        port,
        // Ctrl-C reaches the demo, which then ends the server in order.
        isDetached: true,
        ...(history && { apiKey: history.apiKey }),
        env: {
          ...process.env,
          SVC_FIRST_KEY: 'admin',
          SVC_RATE_WRITE: '0',
          SVC_DASHBOARD: values.once ? '0' : (process.env.SVC_DASHBOARD ?? '1'),
          DATABASE_URL: '',
          SVC_BASE_URL: '',
        },
      }),
  )
  server = started
  for (let i = 1; i <= BASE_RUNS; i++)
    await runBase(repository, started, i, i === BASE_RUNS ? packages : RUNNERS)
  await runPullRequest(repository, started, packages)
  const comment = await started.get<{ markdown: string }>(`/api/pull-requests/${PULL_REQUEST}?repo=acme/shop`)
  screen.line(`\nWhat svc would say on pull request #${PULL_REQUEST}:`)
  screen.markdown(comment.markdown)
  await screen.step('Push three documents of the shop', () => pushDocuments(root, started))
  screen.line(`\nA coding agent asks over MCP: svc_get_failures { "pr": ${PULL_REQUEST} }\n`)
  screen.line(indented(await askAgent(started, PULL_REQUEST)))
  await letAgentsWork({ server: started, repository, screen, children, build: FIX_BUILD })
  screen.line(history ? goodbye(started, history) : AFTER_ONCE)
}

async function runBase(
  repository: Repository,
  to: RealServer,
  number: number,
  packages: readonly Package[],
): Promise<void> {
  const sha = repository.commit(
    number === 1 ? 'Test three more packages' : (MESSAGES[number - 2] ?? 'Tidy up'),
  )
  const ci = {
    ...github(number, sha, 'push'),
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_TYPE: 'branch',
  }
  await screen.step(`Run ${namesOf(packages)} on main, commit ${number} of ${BASE_RUNS}`, () =>
    runAndSettle(repository, to, ci, packages),
  )
}

/** A branch with the change, and the merge commit that CI tests a pull request on. */
async function runPullRequest(
  repository: Repository,
  to: RealServer,
  packages: readonly Package[],
): Promise<void> {
  const { git } = repository
  git('checkout', '--quiet', '-b', 'gift-cards')
  repository.applyChange()
  const headSha = repository.commit('Sell gift cards')
  git('checkout', '--quiet', '--detach', 'main')
  git('merge', '--quiet', '--no-ff', '--message', 'Sell gift cards', 'gift-cards')
  const merged = git('rev-parse', 'HEAD')
  const event = join(work, 'event.json')
  writeFileSync(
    event,
    JSON.stringify({
      number: PULL_REQUEST,
      pull_request: {
        number: PULL_REQUEST,
        head: { sha: headSha, ref: 'gift-cards', repo: { full_name: 'acme/shop' } },
        base: { ref: 'main', repo: { full_name: 'acme/shop' } },
      },
      repository: { full_name: 'acme/shop', default_branch: 'main' },
    }),
  )
  const ci = {
    ...github(100, merged, 'pull_request'),
    GITHUB_EVENT_PATH: event,
    GITHUB_REF: `refs/pull/${PULL_REQUEST}/merge`,
    GITHUB_HEAD_REF: 'gift-cards',
    GITHUB_BASE_REF: 'main',
  }
  await screen.step('Run them on a pull request with a change', () =>
    runAndSettle(repository, to, ci, packages),
  )
}

function github(run: number, sha: string, event: string) {
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_WORKFLOW: 'test',
    GITHUB_JOB: 'test',
    GITHUB_RUN_ID: String(FIRST_BUILD + run),
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_EVENT_NAME: event,
    GITHUB_SHA: sha,
  }
}

/** Runs the suites and declares them complete, as the GitHub Action does at the end of a workflow. */
async function runAndSettle(
  repository: Repository,
  to: RealServer,
  ci: Record<string, string>,
  packages: readonly Package[],
): Promise<void> {
  const runs = await runSuites(repository, to, ci, children, packages)
  const executions = await to.get<{ id: string; build: string }[]>('/api/executions?limit=50')
  const mine = executions.filter((execution) => execution.build === ci.GITHUB_RUN_ID)
  if (mine.length !== runs.length) throw new Error(`Not all results reached the server.\n${outputOf(runs)}`)
  for (const { id } of mine) {
    const settled = await to.get<{ state: string }>(`/api/executions/${id}/settle`, 'POST')
    if (settled.state === 'running') throw new Error(`Results did not arrive whole.\n${outputOf(runs)}`)
  }
}

/** The browser for the page's tests. The demo installs none. */
async function findBrowser(): Promise<string | undefined> {
  const found = await findChromium({ path: process.env.PATH ?? '', isRoot: false, say: screen.line })
  if (found) process.env.DEMO_CHROMIUM = found
  else screen.line('  No Chromium is on the PATH, so the demo has no traces and no screenshots.')
  return found
}

function namesOf(packages: readonly Package[]): string {
  return new Intl.ListFormat('en').format(packages.map((name) => TITLES[name]))
}

function outputOf(runs: SuiteRun[]): string {
  return runs.map((run) => `${run.name} ended with ${run.exitCode} and printed:\n${run.output}`).join('\n')
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ')
}

/** The next steps, and last the one to take first: the link that signs in. */
function goodbye({ url, apiKey }: RealServer, { welcomeUrl, email }: Filled): string {
  return `
The mail, tasks and leases of the agents: ${url}/o/default/agents

To send your own results, set in the shell of your project
  export SVC_URL=${url}
  export SVC_API_KEY=${apiKey}
install a reporter (svc-playwright, svc-vitest or svc-jest) and the svc command, for example
  npm install --save-dev ${archiveAddress(url, 'vitest')} ${archiveAddress(url, 'cli')}
and add one line to the config of your runner:
  vitest.config.ts      test: { reporters: ['default', '@svc/vitest'] }
  jest.config.js        reporters: ['default', '@svc/jest']
  playwright.config.ts  reporter: [['list'], ['@svc/playwright']]

Look around:
  curl -H "Authorization: Bearer ${apiKey}" ${url}/api/executions

Let an agent ask (docs/reference/mcp.md has other agents):
  claude mcp add --transport http svc ${url}/mcp --header "Authorization: Bearer ${apiKey}"

The server is up at ${url}. Ctrl-C ends it.

Open this link to set a password for ${email} and look at the results. It works once, for 7 days:
  ${welcomeUrl}`
}

/** Ends what the demo started, in order, and exits. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    for (const pid of children) {
      try {
        process.kill(pid, 'SIGTERM')
      } catch {
        // It ended by itself.
      }
    }
    await server?.stop()
    if (isUp && !values.once) screen.line('\nStopped.')
    process.exit(code)
  })()
  return ending
}
