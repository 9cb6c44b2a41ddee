import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { basename, join, sep } from 'node:path'
import type { Config } from '@svc/client/cli'
import { makePost } from '@svc/client/cli'
import { archiveAddress, archiveName, packageName } from '@svc/protocol'
import { field, readJson, textField } from '../project/json.ts'
import { findPackages } from './find-packages.ts'

const GET_MS = 30_000
/** Several times the size of the command. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Returns the address of the server's own command if npx runs another one from its cache; undefined otherwise. npx
 * keeps the first archive of an address, so an upgrade of the server would never reach it.
 */
export const newerArchive = async (
  program: string,
  config: Pick<Config, 'url' | 'proxy'>,
): Promise<string | undefined> => {
  const cached = cachedArchive(program)
  // Another server's command is for its own projects, and nobody asked npx to run it.
  if (!cached || new URL(cached.url).href !== new URL(archiveAddress(config.url, 'cli')).href)
    return undefined
  try {
    const [archive] = await findPackages(config, ['cli'])
    if (!archive || archive.url.endsWith(`/${archiveName('cli')}`)) return undefined
    const post = makePost(config.proxy)
    const { status, bytes } = await post(archive.url, {}, undefined, GET_MS, 'GET', MOST_BYTES)
    return status === 200 && `sha512-${hash('sha512', bytes, 'base64')}` !== cached.integrity
      ? archive.url
      : undefined
  } catch {
    // The plan sends the same request, and reports why the server does not answer.
    return undefined
  }
}

/**
 * Runs the command of an archive with the same arguments and terminal; returns its exit code, or
 * null if it cannot run.
 */
export const runArchive = (url: string, args: string[], env: NodeJS.ProcessEnv): Promise<number | null> => {
  const npm = env.npm_execpath
  if (!npm) return Promise.resolve(null)
  const exec = basename(npm).startsWith('npx') ? [] : ['exec']
  return new Promise((resolve) => {
    spawn(process.execPath, [npm, ...exec, '--yes', `--package=${url}`, '--', 'svc', ...args], {
      stdio: 'inherit',
      env,
    })
      .once('error', () => resolve(null))
      .once('close', (code) => resolve(code ?? 1))
  })
}

/** The archive of a server that npx installed from the address without a version. */
const cachedArchive = (program: string): { url: string; integrity: string } | undefined => {
  const place = `${sep}node_modules${sep}${packageName('cli').split('/').join(sep)}${sep}`
  const [root = '', inside] = program.split(place)
  if (inside === undefined || !root.includes(`${sep}_npx${sep}`)) return undefined
  const entry = field(
    field(readJson(join(root, 'package-lock.json')), 'packages'),
    `node_modules/${packageName('cli')}`,
  )
  const [url, integrity] = [textField(entry, 'resolved'), textField(entry, 'integrity')]
  return url !== undefined && integrity !== undefined && URL.canParse(url) ? { url, integrity } : undefined
}
