import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runAgents } from '@svc/test-kit/agents/run-agents'
import type { RealServer } from '@svc/test-kit/server'
import type { Repository } from './repository.ts'
import { commandOf } from './run-suites.ts'
import type { Screen } from './show.ts'

const NAMES = { finder: 'triage', helper: 'price-expert' }
const ADVICE =
  'priceIn in src/prices.js cuts cents off since this branch: Math.trunc(2718.75) is 2718. Round instead: Math.round.'
const BRANCH = 'gift-cards'
/** Its only failure is the one that the helper knows. */
const SUITE = 'api'
const FIXED = 'packages/playwright/src/prices.js'

export interface Stage {
  server: RealServer
  repository: Repository
  screen: Screen
  /** Ids of processes that end with the demo. */
  children: Set<number>
  /** Of CI for the run of the fix; no other run has it. */
  build: number
}

/** Two agents handle the red pull request, each in a process of its own; the screen shows what they do and say. */
export async function letAgentsWork({ server, repository, screen, children, build }: Stage): Promise<void> {
  screen.line('\nTwo agents handle it, each with a key and a process of its own:\n')
  const keyOf = (name: string) => createKey(server, name)
  const { git } = repository
  await runAgents({
    finder: { url: server.url, apiKey: await keyOf(NAMES.finder), project: 'shop' },
    helper: { url: server.url, apiKey: await keyOf(NAMES.helper), project: 'shop' },
    search: { branch: BRANCH, suite: SUITE, goesOn: true },
    advice: ADVICE,
    async fix() {
      git('checkout', '--quiet', BRANCH)
      git('checkout', '--quiet', 'main', '--', FIXED)
      return repository.commit('Round prices to whole cents')
    },
    async run(commit, times) {
      await screen.step(`CI runs the test ${times} times on ${commit.slice(0, 8)}`, () =>
        runRepeatedly({ server, repository, children, build }, commit, times),
      )
    },
    onStep: (agent, { tool, does, says }) => {
      screen.line(`  ${NAMES[agent].padEnd(13)}${tool.padEnd(19)}${does}`)
      if (says) screen.line(`${' '.repeat(15)}│ ${says}`)
    },
    onProcess: (pid, isOver) => void (isOver ? children.delete(pid) : children.add(pid)),
  })
}

async function createKey({ url, apiKey }: RealServer, name: string): Promise<string> {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, role: 'editor' }),
  })
  const { data, error } = (await response.json()) as { data: { value: string }; error?: { message: string } }
  if (!response.ok) throw new Error(`The agent ${name} got no key: ${error?.message}`)
  return data.value
}

/** Runs the failure's test this often, as a CI job does, and settles its execution. */
async function runRepeatedly(
  { server, repository, children, build }: Omit<Stage, 'screen'>,
  commit: string,
  times: number,
): Promise<void> {
  const folder = repository.packageOf('playwright')
  const command = commandOf(folder, 'playwright')
  const only = ['prices.spec.js', '--project', 'us', '--grep', 'of the lamp', '--retries', '0']
  const child = spawn(process.execPath, [...command, ...only, '--repeat-each', String(times)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'shop' },
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/shop', GITHUB_WORKFLOW: 'rerun' },
      ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_JOB: 'rerun', GITHUB_RUN_ATTEMPT: '1' },
      ...{ GITHUB_RUN_ID: String(build), GITHUB_EVENT_NAME: 'push', GITHUB_SHA: commit },
      ...{ GITHUB_REF: `refs/heads/${BRANCH}`, GITHUB_REF_NAME: BRANCH, GITHUB_REF_TYPE: 'branch' },
    },
  })
  if (child.pid) children.add(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [exitCode] = await once(child, 'close')
  if (child.pid) children.delete(child.pid)
  const executions = await server.get<{ id: string; build: string }[]>('/api/executions?limit=50')
  const mine = executions.find((execution) => execution.build === String(build))
  if (exitCode !== 0 || !mine) throw new Error(`The fix did not pass:\n${output}`)
  await server.get(`/api/executions/${mine.id}/settle`, 'POST')
}
