// @module-tag thorough
import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startServer } from '@svc/test-kit/server'
import { useServer } from '@svc/test-kit/use-server'
import { newestOf, RUNNERS, type RunnerName, viteOf } from '@svc/test-kit/versions'
import { describe, expect, test } from 'vitest'
import { archiveAddress, type Published, packageName } from '../../../protocol/src/index.ts'
import { serve } from '../set-up.ts'
import { PROGRAM, suiteOf } from './formats.ts'
import { emptyProject } from './installed.ts'

/** The one command that adds archives by their addresses. */
interface Adding {
  name: string
  files?: Record<string, string>
  command: string[]
  /** Yarn 4 asks for a name beside each address. */
  isNamed?: true
  /** What it leaves to the project. */
  beside?: string[]
}

const ADDING: Adding[] = [
  { name: 'npm', command: ['npm', 'install', '--save-dev', '--no-audit', '--no-fund', '--prefer-offline'] },
  {
    name: 'pnpm',
    command: ['npx', '-y', 'pnpm@12', 'add', '--save-dev', '--prefer-offline'],
    // It refuses to continue where nobody decided about the build scripts of Jest's dependencies.
    files: { 'pnpm-workspace.yaml': "allowBuilds:\n  '@parcel/watcher': false\n  unrs-resolver: false\n" },
  },
  {
    name: 'yarn 1',
    command: ['npx', '-y', 'yarn@1.22.22', 'add', '--dev', '--prefer-offline'],
    beside: [`vite@${viteOf()}`],
  },
  {
    name: 'yarn 4',
    command: ['npx', '-y', '@yarnpkg/cli-dist@4', 'add', '--dev'],
    // It installs over plain http only from hosts of this list.
    files: {
      'yarn.lock': '',
      '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\nunsafeHttpWhitelist: ["127.0.0.1"]\n',
    },
    isNamed: true,
    beside: [`vite@${viteOf()}`],
  },
  { name: 'bun', command: ['npx', '-y', '--package', 'bun@1.4.5', 'bun', 'add', '--dev'] },
]

const server = useServer()

/** Of the reporter the address that names version and bytes, as `svc init` uses it; of the command the one that leads there. */
const address = async (name: Published, { isNamed }: Adding): Promise<string> => {
  const url = archiveAddress(server.url, name)
  const { headers } = await fetch(url, { redirect: 'manual' })
  const place = name === 'cli' ? url : new URL(headers.get('location') ?? '', url).href
  return `${isNamed ? `${packageName(name)}@` : ''}${place}`
}

/** Adds a runner, its reporter and the command to an empty project, runs a suite, and asks the server for it. */
async function expectReport(adding: Adding, runner: RunnerName): Promise<void> {
  const project = emptyProject(adding.files)
  try {
    const version = `${RUNNERS[runner].packages[0]}@${newestOf(runner).version}`
    const others = runner === 'vitest' ? (adding.beside ?? []) : []
    const ours = [await address('cli', adding), await address(runner, adding)]
    const added = await project.install([...adding.command, version, ...others, ...ours])
    expect(added.code, added.output).toBe(0)
    project.write(suiteOf(runner, runner === 'vitest' ? 'mjs' : 'cjs').files)
    const env = { SVC_URL: server.url, SVC_API_KEY: server.apiKey }
    const { path, args } = PROGRAM[runner]
    const ran = await project.run([process.execPath, `node_modules/${path}`, ...args], { env })
    const [, id] = /svc: 3 results sent → \S+\/executions\/([\w-]+)/.exec(ran.output) ?? []
    expect(id, ran.output).toBeDefined()
    const shown = await project.run(['npx', '--no', 'svc', 'executions', '--project', 'packed', '--json'], {
      env,
    })
    expect(shown.code, shown.output).toBe(0)
    expect(shown.stdout).toContain(`"${id}"`)
  } finally {
    project.remove()
  }
}

describe('a server that was just started', () => {
  test.concurrent.each(ADDING)('$name adds a reporter with one command, and its run arrives', (adding) =>
    expectReport(adding, 'vitest'),
  )

  test.concurrent.each(['jest', 'playwright'] as const)('npm adds %s likewise', (runner) =>
    expectReport(ADDING[0] as Adding, runner),
  )

  test('the same sources give the same archive, so that a lock file fits each server of a version', async () => {
    const archive = async (url: string) => {
      const answer = await fetch(archiveAddress(url, 'vitest'))
      return [answer.status, answer.headers.get('etag'), new URL(answer.url).pathname]
    }
    const other = await startServer()
    try {
      expect(await archive(server.url)).toEqual(await archive(other.url))
    } finally {
      await other.stop()
    }
  })
})

test('npx keeps an archive, and init and doctor of another version of the server still run that version', async () => {
  const { url: place } = await fetch(archiveAddress(server.url, 'cli'))
  const first = Buffer.from(await (await fetch(place)).arrayBuffer())
  let current = first
  const nameOf = (bytes: Buffer) => `svc-cli-0.1.0-${hash('sha256', bytes).slice(0, 12)}.tgz`
  const url = await serve((request, response) => {
    const file = basename(request.url ?? '')
    if (file === nameOf(current)) response.end(current)
    else if (file === 'svc-cli.tgz') response.writeHead(302, { location: nameOf(current) }).end()
    // A dry run reads the address of a reporter's archive only.
    else if (file === 'svc-vitest.tgz') response.writeHead(302, { location: 'svc-vitest-0.1.0-0.tgz' }).end()
    else response.writeHead(404).end()
  })
  const project = emptyProject()
  try {
    project.write({ 'package.json': JSON.stringify({ name: 'shop', devDependencies: { vitest: '*' } }) })
    const init = () =>
      project.install(['npx', '-y', `${url}/packages/svc-cli.tgz`, 'init', '--dry-run', '--url', url])
    const fresh = await init()
    expect(fresh.output).toContain('new file vitest.config.mjs')
    expect(fresh.output).not.toContain('npx kept')
    expect((await init()).output).not.toContain('npx kept')
    // The same files in other bytes: a later version of the server.
    current = gzipSync(gunzipSync(first), { level: 1 })
    const later = await init()
    expect(later.output).toContain(
      `svc: npx kept a command of another version of the server; running ${url}/packages/${nameOf(current)}`,
    )
    expect(later.output).toContain('new file vitest.config.mjs')
    expect(later.code).toBe(fresh.code)
    const doctor = ['npx', '-y', `${url}/packages/svc-cli.tgz`, 'doctor', '--url', url]
    expect((await project.install(doctor)).output).toContain('svc: npx kept a command of another version')
  } finally {
    project.remove()
  }
})
