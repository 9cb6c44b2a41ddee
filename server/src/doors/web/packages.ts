import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { archiveName, PUBLISHED, type Published } from '@svc/protocol'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import type { KeptPackages } from './kept-packages.ts'
import { addressedName, publishedOf } from './package-names.ts'
import { runApart } from './run-apart.ts'

/** The archive of a package, as npm installs it. */
interface PackageFile {
  /** The name that names version and bytes, whose content never changes. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * `current`: the server's own archive of a package. `gone`: an archive that this server never had,
 * or no longer has.
 */
export type Found = ({ state: 'current' | 'addressed' } & PackageFile) | { state: 'gone'; current: string }

/** The packages of the server's own version, for `npm install <server>/packages/svc-vitest.tgz`. */
export interface Packages {
  /**
   * Returns the archive with this name; null if no package has that name. Throws if the packages
   * cannot be packed.
   */
  find(file: string): Promise<Found | null>
  /** Ends packing that is under way. */
  close(): void
}

/** Beside a bundle of the server, packed beforehand. */
const BUNDLED = fileURLToPath(new URL('../packages/', import.meta.url))
/** In the workspace, packed at the first request. */
const PACKER = fileURLToPath(new URL('../../../../tools/pack/main.ts', import.meta.url))

export const NO_PACKAGES: Packages = { find: async () => null, close: () => undefined }

/** Offers the packages of this server's version. Reads and packs nothing before the first request. */
export function openPackages(log: Log, kept: KeptPackages): Packages {
  const isBundled = existsSync(join(BUNDLED, archiveName('cli')))
  if (!isBundled && !existsSync(PACKER)) return NO_PACKAGES
  const ending = new AbortController()
  let reading: Promise<Map<Published, PackageFile>> | undefined
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
  return { find: (file) => findPackage(file, read, kept), close: () => ending.abort() }
}

/** Finds an archive among the server's own, which `read` returns, and those of earlier versions. */
export async function findPackage(
  file: string,
  read: () => Promise<Map<Published, PackageFile>>,
  kept: KeptPackages,
): Promise<Found | null> {
  const current = PUBLISHED.find((name) => archiveName(name) === file)
  const published = current ?? publishedOf(file)
  if (published === undefined) return null
  const bytes = await kept.find(file)
  if (bytes) return { state: 'addressed', name: file, bytes }
  const own = (await read()).get(published)
  if (!own) return null
  // A client may record the address, so the archive is kept from its first use.
  await kept.keep(own.name, own.bytes)
  if (current) return { state: 'current', ...own }
  return own.name === file ? { state: 'addressed', ...own } : { state: 'gone', current: own.name }
}

/** Half a megabyte in total. */
const readAll = async (folder: string): Promise<Map<Published, PackageFile>> =>
  new Map(
    PUBLISHED.map((name) => {
      const bytes = new Uint8Array(readFileSync(join(folder, archiveName(name))))
      return [name, { name: addressedName(name, SERVER_VERSION, bytes), bytes }]
    }),
  )

/** Another process, because packing takes seconds of processor time and a compiler. */
async function packApart(log: Log, signal: AbortSignal): Promise<Map<Published, PackageFile>> {
  log({ level: 'info', event: 'packing the packages, which takes about 10 s' })
  const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'))
  try {
    await runApart({
      args: [PACKER, folder],
      signal,
      what: 'Packing',
      onWait: (seconds) => log({ level: 'info', event: 'still packing the packages', seconds }),
    })
    log({ level: 'info', event: 'the packages are ready' })
    return await readAll(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
