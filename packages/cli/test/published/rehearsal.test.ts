// @module-tag thorough
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestOf, viteOf } from '@svc/test-kit/versions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { publish } from '../../../../tools/release/publish.ts'
import { PUBLISHED, packageName } from '../../../protocol/src/index.ts'
import { PROGRAM, suiteOf } from './formats.ts'
import { emptyProject } from './installed.ts'
import { packRelease } from './pack-release.ts'
import { startPackedServer } from './packed-server.ts'
import { workspace } from './tarballs.ts'
import { type PrivateRegistry, startVerdaccio } from './verdaccio.ts'

const { version } = JSON.parse(readFileSync(join(workspace, 'server/package.json'), 'utf8'))
const LATER = version.replace(/\d+$/, (patch: string) => String(Number(patch) + 1))
const RELEASED = [...PUBLISHED, 'server'] as const
const vitest = `vitest@${newestOf('vitest').version}`

let registry: PrivateRegistry
let archives: string

/** A release, then a pre-release and a later release, as the workflow publishes them. */
beforeAll(async () => {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  registry = await startVerdaccio(upstream)
  const release = packRelease()
  archives = release.folder
  const others = [`${LATER}-rc.1`, LATER].map((each) => ({ version: each, folder: raised(archives, each) }))
  const own = { ...process.env }
  Object.assign(process.env, registry.env)
  try {
    for (const { version: each, folder } of [{ version, folder: archives }, ...others])
      publish(folder, { version: each, isDryRun: false, hasProvenance: false })
    // A second attempt of a job passes over what is there.
    publish(archives, { version, isDryRun: false, hasProvenance: false })
  } finally {
    process.env = own
    for (const { folder } of others) rmSync(folder, { recursive: true })
  }
})
afterAll(async () => {
  await registry?.close()
  if (archives) rmSync(archives, { recursive: true, force: true })
})

test('the newest release is latest, a pre-release is next, and an old version stays', () => {
  for (const name of RELEASED) {
    const { status, stdout } = spawnSync(
      'npm',
      ['view', packageName(name), 'dist-tags', 'versions', '--json'],
      { encoding: 'utf8', env: { ...process.env, ...registry.env } },
    )
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      'dist-tags': { latest: LATER, next: `${LATER}-rc.1` },
      versions: expect.arrayContaining([version, `${LATER}-rc.1`, LATER]),
    })
  }
})

test('from an empty folder: npx starts the server, init adds the release, and npm ci needs no server', async () => {
  const home = emptyProject()
  onTestFinished(home.remove)
  const env = { ...registry.env }
  const server = await startPackedServer(
    ['npx', '-y', `${packageName('server')}@${version}`],
    home.folder,
    env,
  )
  const project = emptyProject({ '.npmrc': `registry=${registry.url}\n` })
  onTestFinished(project.remove)
  project.write(suiteOf('vitest', 'mjs').files)
  rmSync(join(project.folder, 'vitest.config.mjs'))
  const install = ['npm', 'install', '--save-dev', '--no-audit', '--no-fund', vitest, `vite@${viteOf()}`]
  const added = await project.run(install, { env })
  expect(added.code, added.output).toBe(0)
  const own = { ...env, SVC_URL: server.url, SVC_API_KEY: server.key, XDG_CONFIG_HOME: project.folder }
  const command = ['npx', '-y', `${packageName('cli')}@${version}`, 'init', '--yes']
  const done = await project.run(command, { env: own })
  expect(done.code, done.output).toBe(0)
  expect(done.output).toContain(`npm install --save-dev @svc/vitest@${version} @svc/cli@${version}`)
  for (const file of ['package.json', 'package-lock.json']) {
    const text = readFileSync(join(project.folder, file), 'utf8')
    expect(text).toContain('@svc/vitest')
    expect(text).not.toContain(server.url)
  }
  const again = await project.run([...command], { env: own })
  expect(again.output).toContain('nothing to do: this project reports already')

  await server.stop()
  rmSync(join(project.folder, 'node_modules'), { recursive: true })
  const clean = await project.run(['npm', 'ci', '--no-audit', '--no-fund'], { env })
  expect(clean.code, clean.output).toBe(0)
  const { path, args } = PROGRAM.vitest
  const ran = await project.run([process.execPath, `node_modules/${path}`, ...args], { env: own })
  // The suite itself has a failure; its results wait for the server.
  expect(ran.output).toMatch(/svc: .*not sent/)
  const back = await startPackedServer(['npx', '-y', `${packageName('server')}@${version}`], home.folder, {
    ...env,
    SVC_PORT: new URL(server.url).port,
  })
  const flushed = await project.run(['npx', '--no', 'svc', 'flush'], { env: own })
  expect(flushed.output).toMatch(/^sent → http\S+\/executions\/\S+$/m)
  await back.stop()
})

test("init takes the server's packages if the registry has other bytes of that version, has none, or does not answer", async () => {
  const home = emptyProject()
  onTestFinished(home.remove)
  const other = emptyProject({
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { vitest: '*' } }),
  })
  onTestFinished(other.remove)
  // Its own archives differ from those of the registry, as those of a server that was built from changed sources do.
  const bin = join(home.folder, 'node_modules/.bin/svc-server')
  const installed = await home.install([
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    join(archives, 'svc-server.tgz'),
  ])
  expect(installed.code, installed.output).toBe(0)
  const offered = join(home.folder, 'node_modules/@svc/server/packages')
  const ofLater = raised(archives, LATER)
  for (const name of ['svc-vitest.tgz', 'svc-cli.tgz'])
    writeFileSync(join(offered, name), readFileSync(join(ofLater, name)))
  rmSync(ofLater, { recursive: true })
  const server = await startPackedServer([process.execPath, bin], home.folder, {})
  const init = async (at: string, ...args: string[]) => {
    const { PATH = '' } = process.env
    const env = { PATH, npm_config_registry: at, XDG_CONFIG_HOME: other.folder }
    const cli = join(workspace, 'packages/cli/src/main.ts')
    const { output } = await other.run(
      [process.execPath, cli, 'init', '--dry-run', '--json', '--url', server.url, ...args],
      { env },
    )
    const { installs, notes } = JSON.parse(output)
    expect(installs[0].command).toContain(`${server.url}/packages/svc-vitest-`)
    expect(notes[1]).toContain(
      `package.json and the lock file name ${server.url}, which only this machine reaches`,
    )
    return notes[0]
  }
  expect(await init(registry.url)).toBe(
    `the packages come from the server, because the registry has another @svc/vitest@${version} than this server`,
  )
  expect(await init(`${registry.url}none/`)).toContain('is not in the registry of this project')
  expect(await init('http://127.0.0.1:1/')).toContain('npm could not ask the registry for @svc/vitest@')
  expect(await init(registry.url, '--from-server')).toContain('--from-server asks for it')
  await server.stop()
})

const MANAGERS = [
  {
    name: 'npm',
    add: ['npm', 'install', '--save-dev', '--no-audit', '--no-fund'],
    exec: ['npx', '--no', '--'],
    files: {},
  },
  {
    name: 'pnpm',
    add: ['npx', '-y', 'pnpm@12', 'add', '--save-dev'],
    exec: ['npx', '-y', 'pnpm@12', 'exec'],
    files: { 'pnpm-workspace.yaml': 'minimumReleaseAge: 0\n' },
  },
  {
    name: 'yarn 4',
    add: ['npx', '-y', '@yarnpkg/cli-dist@4', 'add', '--dev'],
    exec: ['npx', '-y', '@yarnpkg/cli-dist@4', 'run'],
    files: { 'yarn.lock': '' },
    beside: [`vite@${viteOf()}`],
  },
  {
    name: 'bun',
    add: ['npx', '-y', '--package', 'bun@1.4.5', 'bun', 'add', '--dev'],
    exec: ['npx', '--no', '--'],
    files: {},
  },
]

test.each(MANAGERS)(
  '$name installs a release by its name, and upgrades it',
  async ({ name, add, exec, files, beside = [] }) => {
    const settings =
      name === 'yarn 4'
        ? {
            '.yarnrc.yml': `nodeLinker: node-modules\nenableTelemetry: false\nnpmMinimalAgeGate: 0\nnpmRegistryServer: "${registry.url}"\nunsafeHttpWhitelist: ["127.0.0.1"]\n`,
          }
        : { '.npmrc': `registry=${registry.url}\n` }
    const project = emptyProject({ ...files, ...settings })
    onTestFinished(project.remove)
    const run = (command: string[]) => project.run(command, { env: registry.env })
    const first = await run([...add, vitest, ...beside, `@svc/vitest@${version}`, `@svc/cli@${version}`])
    expect(first.code, first.output).toBe(0)
    expect((await run([...exec, 'svc', '--version'])).stdout).toContain(version)
    const upgraded = await run([...add, '@svc/vitest@latest', '@svc/cli@latest'])
    expect(upgraded.code, upgraded.output).toBe(0)
    const installed = readFileSync(join(project.folder, 'node_modules/@svc/vitest/package.json'), 'utf8')
    expect(JSON.parse(installed).version).toBe(LATER)
  },
)

/** The same archives under another version. */
function raised(from: string, to: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-raised-'))
  for (const file of readdirSync(from).filter((each) => each.endsWith('.tgz'))) {
    const open = join(folder, file.replace('.tgz', ''))
    mkdirSync(open)
    execFileSync('tar', ['-xzf', join(from, file), '-C', open])
    const path = join(open, 'package/package.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version: to }))
    execFileSync('tar', ['-czf', join(folder, file), '-C', open, 'package'])
    rmSync(open, { recursive: true })
  }
  return folder
}
