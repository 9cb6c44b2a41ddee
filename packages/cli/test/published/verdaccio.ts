import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'

/** A private registry, as a company has one: it takes our packages, and gets all others from the registry of this machine. */
export interface PrivateRegistry {
  url: string
  /** Settings for npm and who reads its variables: this registry, with the right to publish. */
  env: Record<string, string>
  close(): Promise<void>
}

/** Starts a real registry on loopback, whose packages are gone at its end. */
export async function startVerdaccio(upstream: string): Promise<PrivateRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-verdaccio-'))
  const port = await freePort()
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 10 } },
    uplinks: { upstream: { url: upstream, timeout: '60s', max_fails: 20 } },
    packages: {
      '@svc/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    // Each would ask for a package, or show pages.
    middlewares: {},
    web: { enable: false },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'json', level: 'warn' },
  }
  const file = join(folder, 'config.yaml')
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config))
  const url = `http://127.0.0.1:${port}/`
  const child = spawn(process.execPath, [program(), '--config', file, '--listen', url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(folder, 'log'))
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  let isEnded = false
  void ended.then(() => {
    isEnded = true
  })
  while (!(await isAnswering(url))) {
    if (isEnded) throw new Error(`the registry ended: ${readFileSync(join(folder, 'log'), 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const userconfig = join(folder, '.npmrc')
  writeFileSync(userconfig, `registry=${url}\n//127.0.0.1:${port}/:_authToken=${await tokenAt(url)}\n`)
  return {
    url,
    env: {
      npm_config_registry: url,
      npm_config_userconfig: userconfig,
      // They remember what a version had, whatever registry it came from.
      npm_config_cache: join(folder, 'npm'),
      YARN_GLOBAL_FOLDER: join(folder, 'yarn'),
      BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
    },
    close,
  }
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

/** What `npm login` gets for a new user. */
async function tokenAt(url: string): Promise<string> {
  const answer = await fetch(`${url}-/user/org.couchdb.user:publisher`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'publisher', password: 'correct horse battery' }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`the registry gave no token: ${answer.status}`)
  return token
}

function program(): string {
  const require = createRequire(import.meta.url)
  const { bin } = require('verdaccio/package.json') as { bin: string }
  return join(dirname(require.resolve('verdaccio/package.json')), bin)
}
