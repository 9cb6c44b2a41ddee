import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const workspace = join(import.meta.dirname, '../..')

export const readText = (path: string): string => readFileSync(join(workspace, path), 'utf8')

/** Returns the versions of all packages that share one; exactly one if the repository is in order. */
export function versions(root = workspace): string[] {
  const all = globSync(['packages/*/package.json', 'server/package.json'], { cwd: root }).map(
    (path) => (JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string }).version,
  )
  return [...new Set(all)]
}

/** Returns the file names of changes that no release contains yet. */
export const pendingChanges = (root = workspace): string[] =>
  readdirSync(join(root, '.changeset'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
