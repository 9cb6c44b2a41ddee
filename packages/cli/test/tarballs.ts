import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const workspace = fileURLToPath(new URL('../../..', import.meta.url))

/** The fields of a packed manifest that matter to who installs it. */
interface Manifest {
  name: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** A packed package: the archive and what is in it. */
export interface Tarball {
  path: string
  manifest: Manifest
  /** Paths inside the package, sorted. */
  files: string[]
  /** The text of a file inside the package. */
  read(file: string): string
}

/** Packs every published package of the workspace as a release would, by name. */
export const packAll = (folder: string): Map<string, Tarball> => {
  const only = ['--filter', './packages/*', '--filter', '!@svc/schema']
  execFileSync('npx', ['-y', 'pnpm@12', '-r', ...only, 'pack', '--pack-destination', folder], {
    cwd: workspace,
    stdio: 'pipe',
  })
  const archives = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  return new Map(
    archives.map((name) => {
      const tarball = openTarball(join(folder, name), folder)
      return [tarball.manifest.name, tarball]
    }),
  )
}

const openTarball = (path: string, folder: string): Tarball => {
  const opened = mkdtempSync(join(folder, 'opened-'))
  execFileSync('tar', ['-xzf', path, '-C', opened])
  const root = join(opened, 'package')
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
  return { path, manifest: JSON.parse(read('package.json')), files, read }
}

/** The packages a module's text imports, Node's own left out. */
export const importedPackages = (text: string): string[] => {
  const specifiers = text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([@a-z][\w@./:-]*)['"]/g)
  const names = [...specifiers].map(([, specifier = '']) => packageOf(specifier))
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).sort()
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
