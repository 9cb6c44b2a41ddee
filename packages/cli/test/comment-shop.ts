import { join } from 'node:path'
import { useServer } from '@svc/test-kit/use-server'
import { afterEach, vi } from 'vitest'
import { runCommand } from '../src/run.ts'
import { startHosts } from './hosts.ts'
import { makeSetup } from './set-up.ts'
import { joined, type Said, send, shaOf } from './shop.ts'

/** The server of the file that imports this. */
// An execution that waits for more does so for as long as a busy machine takes.
export const server = useServer({
  env: { SVC_RATE_READ: '10000', SVC_RATE_WRITE: '10000', SVC_SETTLE_AFTER: '1h' },
})

export const HOSTS = ['gitlab', 'bitbucket', 'github'] as const
export type HostName = (typeof HOSTS)[number]

let names = 0
/** A repository of its own, with hosts of its own. */
export const makeShop = async () => {
  const hosts = await startHosts()
  const folder = makeSetup({ 'package.json': { name: 'shop' } })
  const project = `shop-${++names}`
  let commits = 0
  const run = async (results: Record<string, 'passed' | 'failed'>, more: object = {}): Promise<string> =>
    send(server, {
      project,
      ci: { provider: 'Jenkins' },
      startedAt: Date.now() - 60_000 + commits * 1_000,
      code: {
        repository: `acme/${project}`,
        pullRequest: 7,
        branch: 'feature',
        baseBranch: 'main',
        defaultBranch: 'main',
        testedSha: shaOf(9_000 + names * 100 + ++commits),
      },
      results: Object.entries(results).map(([title, status]) => ({
        file: 'src/pay.test.ts',
        titles: ['pay', title],
        status,
        durationMs: 5,
        ...(status === 'failed' && { errors: [{ message: `Error: ${title} is broken` }] }),
      })),
      ...more,
    })
  return { hosts, folder, project, run }
}

export type Shop = Awaited<ReturnType<typeof makeShop>>

export const envOf = (shop: Shop, host: HostName): Record<string, string> => {
  const base = { SVC_API_KEY: server.apiKey, SVC_URL: server.url }
  const { url } = shop.hosts
  if (host === 'gitlab')
    return {
      ...base,
      CI: 'true',
      GITLAB_CI: 'true',
      CI_API_V4_URL: `${url}/api/v4`,
      CI_PROJECT_ID: '42',
      CI_PROJECT_PATH: `acme/${shop.project}`,
      CI_MERGE_REQUEST_IID: '7',
      SVC_GITLAB_TOKEN: 'token-of-the-bot',
    }
  if (host === 'bitbucket')
    return {
      ...base,
      CI: 'true',
      BITBUCKET_COMMIT: shaOf(1),
      BITBUCKET_BUILD_NUMBER: '3',
      BITBUCKET_REPO_FULL_NAME: `acme/${shop.project}`,
      BITBUCKET_PR_ID: '7',
      SVC_BITBUCKET_URL: `${url}/2.0`,
      SVC_BITBUCKET_TOKEN: 'token-of-the-bot',
    }
  return { ...base, GITHUB_API_URL: url, SVC_GITHUB_TOKEN: 'token-of-the-bot' }
}

/** Runs the command in this process: a process for each call takes far longer. Options name what CI variables would. */
export const asked = async (shop: Shop, args: string[], env: Record<string, string>): Promise<Said> => {
  const typedIn = { npm_package_json: join(process.cwd(), 'package.json'), INIT_CWD: shop.folder }
  for (const [name, value] of Object.entries({ ...typedIn, ...env })) vi.stubEnv(name, value)
  const said = { out: '', err: '' }
  const code = await runCommand(['comment', ...args], {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  })
  return { code, out: said.out, err: joined(said.err) }
}

export const placeOf = (shop: Shop, host: HostName) => [
  ...['--host', host],
  ...['--repo', `acme/${shop.project}`],
  ...['--pull-request', '7'],
]

/** The note of a shop on a host. */
export const comment = (shop: Shop, host: HostName, args: string[] = [], more: Record<string, string> = {}) =>
  asked(shop, [...placeOf(shop, host), ...args], { ...envOf(shop, host), ...more })

afterEach(() => void vi.unstubAllEnvs())
