import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { archiveName, PUBLISHED, type Published } from '../../packages/protocol/src/published.ts'
import { archiveOf } from './archive.ts'
import { bundlePackage } from './bundle.ts'
import { compileTypes, declarationsOf } from './declarations.ts'
import { type Manifest, publishedManifest } from './manifest.ts'

const workspace = fileURLToPath(new URL('../../', import.meta.url))

/** An archive that was written. */
export interface Archive {
  name: Published
  file: string
  bytes: number
}

/**
 * Writes one archive for each published package into the folder. The same sources give the same bytes: a lock file
 * that recorded an archive of one server accepts the archive of another server of the same version.
 */
export async function pack(
  folder: string,
  { repository }: { repository?: string | undefined } = {},
): Promise<Archive[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-pack-'))
  try {
    const types = compileTypes(workspace, join(scratch, 'types'))
    const made: { name: Published; bytes: Uint8Array }[] = []
    for (const name of PUBLISHED)
      made.push({ name, bytes: await archiveOf(await filesOf(name, types, repository)) })
    mkdirSync(folder, { recursive: true })
    return made.map(({ name, bytes }) => {
      const file = archiveName(name)
      // A reader sees the old archive or the new one, never half of one.
      const half = join(folder, `.${file}.${process.pid}`)
      writeFileSync(half, bytes)
      renameSync(half, join(folder, file))
      return { name, file, bytes: bytes.byteLength }
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The texts of a published package by their paths in it. */
async function filesOf(
  name: Published,
  types: string,
  repository: string | undefined,
): Promise<Map<string, string>> {
  const from = join(workspace, 'packages', name)
  const own = manifestOf(from)
  const manifest = { ...own, dependencies: installedBeside(own) }
  const root = manifestOf(workspace)
  const published = publishedManifest(manifest, { root, folder: `packages/${name}`, repository })
  const files = new Map([
    ['package.json', `${JSON.stringify(published, null, 2)}\n`],
    ['README.md', readFileSync(join(from, 'README.md'), 'utf8')],
    ['LICENSE', readFileSync(join(workspace, 'LICENSE'), 'utf8')],
  ])
  for (const { fileName, code } of await bundlePackage(from, manifest)) files.set(`lib/${fileName}`, code)
  if (manifest.exports) for (const [file, text] of declarationsOf(name, types)) files.set(`lib/${file}`, text)
  return files
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns a package's dependencies with those of the private packages that its bundle contains. */
function installedBeside({ dependencies = {}, devDependencies = {} }: Manifest): Record<string, string> {
  const inside = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, range]) => range.startsWith('workspace:'))
    .map(([name]) => installedBeside(manifestOf(join(workspace, 'packages', name.split('/')[1] ?? ''))))
  const own = Object.entries(dependencies).filter(([, range]) => !range.startsWith('workspace:'))
  return Object.assign({}, ...inside, Object.fromEntries(own))
}
