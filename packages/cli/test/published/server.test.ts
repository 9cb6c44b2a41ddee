// @module-tag thorough
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newestOf } from '@svc/test-kit/versions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { archiveAddress, archiveName } from '../../../protocol/src/index.ts'
import { PROGRAM, suiteOf } from './formats.ts'
import { emptyProject, install } from './installed.ts'
import { NPM } from './managers.ts'
import { packRelease } from './pack-release.ts'
import { startPackedServer } from './packed-server.ts'
import { workspace } from './tarballs.ts'

/** What a first installation downloads and keeps beside SQLite's own package, in bytes. The docs name both. */
const MOST = { packed: 5_000_000, unpacked: 10_500_000 }

let release: ReturnType<typeof packRelease>
let archive: string

beforeAll(() => {
  release = packRelease()
  archive = join(release.folder, archiveName('server'))
})
afterAll(() => release?.remove())

test('the server installs in an empty folder, stores a run of the packed reporter, and ends on SIGTERM', async () => {
  const home = emptyProject()
  onTestFinished(home.remove)
  const installed = await home.install([...NPM.install, archive])
  expect(installed.code, installed.output).toBe(0)
  const bin = join(home.folder, 'node_modules/.bin/svc-server')
  const { version } = readJson(join(workspace, 'server/package.json'))
  expect(await home.run([process.execPath, bin, '--version'])).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  })

  const first = await startPackedServer([process.execPath, bin], home.folder, {})
  expect(first.said).toContain(`Starting svc ${version} with the data in `)
  const page = await fetch(first.url)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')])
  // What a project installs from it is what the registry has.
  const offered = await (await fetch(archiveAddress(first.url, 'vitest'))).bytes()
  expect(Buffer.from(offered).equals(readFileSync(join(release.folder, archiveName('vitest'))))).toBe(true)

  const project = await install(NPM, ['@svc/vitest', '@svc/cli'], {
    vitest: newestOf('vitest').version,
  })
  onTestFinished(project.remove)
  project.write(suiteOf('vitest', 'mjs').files)
  const env = { SVC_URL: first.url, SVC_API_KEY: first.key }
  const { path, args } = PROGRAM.vitest
  const ran = await project.run([process.execPath, `node_modules/${path}`, ...args], { env })
  const [, id] = /svc: 3 results sent → \S+\/executions\/([\w-]+)/.exec(ran.output) ?? []
  expect(id, ran.output).toBeDefined()
  expect(await first.stop()).toBe(0)

  const second = await startPackedServer([process.execPath, bin], home.folder, {
    SVC_PORT: new URL(first.url).port,
  })
  // It continues with the same data: its first start is over.
  expect(second.key).toBe('')
  const shown = await project.run(['npx', '--no', 'svc', 'executions', '--project', 'packed', '--json'], {
    env,
  })
  expect(shown.stdout, shown.output).toContain(`"${id}"`)
  expect(await second.stop()).toBe(0)
})

test('publint finds nothing, no script runs at an installation, and it is as small as the docs say', () => {
  const publint = spawnSync(join(workspace, 'node_modules/.bin/publint'), ['run', archive, '--strict'], {
    encoding: 'utf8',
  })
  expect(publint.status, publint.stdout + publint.stderr).toBe(0)
  execFileSync('tar', ['-xzf', archive, '-C', release.folder])
  const root = join(release.folder, 'package')
  const manifest = readJson(join(root, 'package.json'))
  expect(Object.keys(manifest)).not.toContain('scripts')
  expect(Object.keys(manifest)).not.toContain('private')
  expect(manifest.dependencies).toEqual({ 'better-sqlite3': expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  const unpacked = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  expect(readFileSync(archive).byteLength).toBeLessThan(MOST.packed)
  expect(unpacked).toBeLessThan(MOST.unpacked)
})

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
