// @module-tag thorough
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Built, buildImage, environmentOf } from './build.ts'
import { readDockerfile } from './dockerfile.ts'

const workspace = fileURLToPath(new URL('../../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'svc-image-'))
let built: Built
let server: ChildProcess | undefined

beforeAll(async () => {
  built = await buildImage(workspace, scratch)
})
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

test('what the image runs starts, answers, is found healthy and ends on SIGTERM', async () => {
  const env = { ...environmentOf(built), SVC_HOST: '127.0.0.1', SVC_PORT: '0' }
  const [program = '', ...args] = built.command
  server = spawn(program, args, {
    cwd: join(built.root, built.folder),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { url, key } = await listening(server)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const sent = await fetch(`${url}/api/test-results`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      project: 'shop',
      results: [{ file: 'a.test.js', titles: ['a'], status: 'passed', durationMs: 1 }],
    }),
  })
  expect(await sent.text()).toContain('"accepted"')
  expect((await fetch(`${url}/api/executions`, { headers })).status).toBe(200)
  expect((await fetch(`${url}/docs/api`)).status).toBe(200)
  expect(existsSync(join(built.root, 'data/svc.sqlite'))).toBe(true)

  const health = () =>
    spawnSync(built.health[0] ?? '', built.health.slice(1), {
      cwd: join(built.root, built.folder),
      env: { ...env, SVC_PORT: new URL(url).port },
    }).status
  expect(health()).toBe(0)
  const keys = spawnSync('svc-server', ['keys', 'list'], { env, encoding: 'utf8' })
  expect(keys.stdout, keys.stderr).toContain('CI (first start)')
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(health()).toBe(1)
})

test('it holds no tools, no sources and no tests, and the code compiled for its start', () => {
  const files = readdirSync(join(built.root, 'app'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /\.tsx?$|\.test\./.test(file))).toEqual([])
  const packages = readdirSync(join(built.root, 'app/node_modules'))
  expect(packages.sort()).toEqual(['.cache', 'better-sqlite3'])
  expect(files.filter((file) => file.includes('.cache/compile/')).length).toBeGreaterThan(5)
})

test('it says what went into it', () => {
  const { bomFormat, components } = JSON.parse(readFileSync(join(built.root, 'app/sbom.cdx.json'), 'utf8'))
  expect(bomFormat).toBe('CycloneDX')
  const purls = components.map(({ purl }: { purl: string }) => purl.replace(/@[\d.]+$/, ''))
  for (const name of ['hono', 'kysely', 'pg', 'better-sqlite3', 'zod'])
    expect(purls).toContain(`pkg:npm/${name}`)
  // The pages are in the image, too.
  for (const name of ['react', 'playwright-core']) expect(purls).toContain(`pkg:npm/${name}`)
  expect(purls).not.toContain('pkg:npm/vitest')
})

interface Package {
  version: string
  dependencies?: Record<string, Package>
  optionalDependencies?: Record<string, Package>
}

/** The packages that a production install of the server and the pages holds, each as its `purl`. */
function installed(): Set<string> {
  const packages = ['@svc/server...', '@svc/dashboard...'].flatMap((each) => ['--filter', each])
  const listed = spawnSync(
    'npx',
    ['-y', 'pnpm@12', ...packages, 'list', '--prod', '--json', '--depth', 'Infinity'],
    { cwd: workspace, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  expect(listed.status, listed.stderr).toBe(0)
  const found = new Set<string>()
  const walk = ({ dependencies, optionalDependencies }: Partial<Package>) => {
    for (const [name, one] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (!one.version.startsWith('link:')) found.add(`pkg:npm/${name.replace('@', '%40')}@${one.version}`)
      walk(one)
    }
  }
  for (const one of JSON.parse(listed.stdout) as Partial<Package>[]) walk(one)
  return found
}

test('it lists what a production install holds, no more and no less, and knows all that it refers to', () => {
  const { components, dependencies, metadata } = JSON.parse(
    readFileSync(join(built.root, 'app/sbom.cdx.json'), 'utf8'),
  )
  const refs: string[] = components.map((one: { 'bom-ref': string }) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const purls: string[] = components.map(({ purl }: { purl: string }) => purl)
  const [own, foreign] = [true, false].map((isOwn) =>
    purls.filter((purl) => purl.startsWith('pkg:npm/%40svc/') === isOwn),
  )
  expect(foreign?.sort()).toEqual([...installed()].sort())
  expect(own?.map((purl) => purl.replace(/@[^@]*$/, '')).sort()).toEqual(
    ['api', 'client', 'formats', 'protocol', 'prove', 'schema'].map((name) => `pkg:npm/%40svc/${name}`),
  )
  const known = new Set([metadata.component['bom-ref'], ...refs])
  for (const { ref, dependsOn = [] } of dependencies)
    for (const each of [ref, ...dependsOn]) expect(known).toContain(each)
})

test('it runs as nobody in particular, on bases of one fixed version, with its data in a volume', () => {
  expect(built.user).toBe('node')
  expect(built.volumes).toEqual(['/data'])
  const bases = readDockerfile(readFileSync(join(workspace, 'Dockerfile'), 'utf8')).map(({ base }) => base)
  for (const base of bases) expect(base).toMatch(/^node:\d+\.\d+\.\d+-[a-z-]+@sha256:[0-9a-f]{64}$/)
  expect(new Set(bases).size).toBe(1)
})

test('an image is given nothing that is secret or installed', () => {
  const given = readdirSync(join(scratch, 'context'), { recursive: true, encoding: 'utf8' })
  expect(given.filter((file) => /node_modules|\.env|\.svc|\.test\.ts$|\.git\//.test(file))).toEqual([])
})

async function listening(child: ChildProcess): Promise<{ url: string; key: string }> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said}`)))
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const url = /Listening on (\S+?),?\s/.exec(said)?.[1]
      if (url) resolve({ url, key: /^SVC_API_KEY=(svc_\w+)$/m.exec(said)?.[1] ?? '' })
    })
  })
}
