import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { archiveName, PUBLISHED } from '@svc/protocol'
import { describeError, type Log } from '../kernel/log.ts'

/** The archive of a package, as npm installs it. */
interface PackageFile {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

/** The packages of the server's own version, for `npm install <server>/packages/svc-vitest.tgz`. */
export interface Packages {
  /** Returns the archive of this name, null if there is none; throws if the packages cannot be packed. */
  find(file: string): Promise<PackageFile | null>
  /** Ends packing that is under way. */
  close(): void
}

/** Beside a bundle of the server, packed beforehand. */
const BUNDLED = fileURLToPath(new URL('../packages/', import.meta.url))
/** In the workspace, packed when somebody first asks for one. */
const PACKER = fileURLToPath(new URL('../../../tools/pack/main.ts', import.meta.url))

export const NO_PACKAGES: Packages = { find: async () => null, close: () => undefined }

/** Offers the packages of this server's version. Reads and packs nothing before the first request. */
export function openPackages(log: Log): Packages {
  const isBundled = existsSync(join(BUNDLED, archiveName('cli')))
  if (!isBundled && !existsSync(PACKER)) return NO_PACKAGES
  const ending = new AbortController()
  let reading: Promise<Map<string, PackageFile>> | undefined
  const read = () => {
    reading ??= (isBundled ? readAll(BUNDLED) : packApart(log, ending.signal)).catch((error: unknown) => {
      // The next request tries again.
      reading = undefined
      if (!ending.signal.aborted)
        log({ level: 'error', event: 'packing the packages failed', error: describeError(error) })
      throw error
    })
    return reading
  }
  return {
    find: async (file) =>
      PUBLISHED.some((name) => archiveName(name) === file) ? ((await read()).get(file) ?? null) : null,
    close: () => ending.abort(),
  }
}

/** Half a megabyte in all. */
const readAll = async (folder: string): Promise<Map<string, PackageFile>> =>
  new Map(
    PUBLISHED.map((name) => {
      const bytes = new Uint8Array(readFileSync(join(folder, archiveName(name))))
      return [archiveName(name), { bytes, etag: `"${hash('sha256', bytes).slice(0, 32)}"` }]
    }),
  )

/** Another process, because packing takes seconds of processor time and a compiler. */
async function packApart(log: Log, signal: AbortSignal): Promise<Map<string, PackageFile>> {
  log({ level: 'info', event: 'packing the packages' })
  const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'))
  try {
    await run([PACKER, folder], signal)
    return await readAll(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`Packing ended with code ${code}. ${said.trim()}`))
    })
  })
}
