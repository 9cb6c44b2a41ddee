import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { archiveName } from '../../packages/protocol/src/published.ts'
import { bundleServer, NATIVE } from '../bundle-server/bundle.ts'
import { archiveOf } from './archive.ts'
import { type Manifest, publishedManifest } from './manifest.ts'

const workspace = fileURLToPath(new URL('../../', import.meta.url))

/** What a bundle has that the package needs. Binaries come with the dependency, for the platform that installs it. */
const CONTENT = ['lib', 'dashboard', 'packages']

/**
 * Writes the archive of the server into a folder that has those of the packages: its bundle, the dashboard, and those
 * same archives, which it offers to projects. Returns the archive's name and size in bytes.
 */
export async function packServer(
  folder: string,
  { repository }: { repository?: string | undefined } = {},
): Promise<{ file: string; bytes: number }> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-pack-server-'))
  try {
    await bundleServer(scratch, folder)
    const files = new Map<string, string | Uint8Array>(
      globSync(`{${CONTENT.join()}}/**`, { cwd: scratch, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(scratch.length + 1).replaceAll(sep, '/'), readFileSync(path)]),
    )
    files.set('package.json', `${JSON.stringify(manifest(repository), null, 2)}\n`)
    files.set('README.md', readFileSync(join(workspace, 'server/README.md'), 'utf8'))
    files.set('LICENSE', readFileSync(join(workspace, 'LICENSE'), 'utf8'))
    const file = archiveName('server')
    writeFileSync(join(folder, file), await archiveOf(files))
    return { file, bytes: statSync(join(folder, file)).size }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function manifest(repository: string | undefined): object {
  const root = manifestOf(workspace)
  const own = manifestOf(join(workspace, 'server'))
  const native = createRequire(join(workspace, 'server/package.json'))(`${NATIVE}/package.json`) as Manifest
  return {
    ...publishedManifest(
      {
        ...own,
        ...(root.engines && { engines: root.engines }),
        // Exactly the version that the tests ran with: it is machine code.
        dependencies: { [NATIVE]: native.version },
      },
      { root, folder: 'server', repository },
    ),
    bin: { 'svc-server': './lib/command.js' },
    files: CONTENT,
  }
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
