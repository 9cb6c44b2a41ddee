import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of the built dashboard, relative to the workspace. */
const SOURCES = [
  'packages/dashboard/{index.html,vite.config.ts,package.json}',
  'packages/dashboard/{src,build}/**/*.{ts,tsx,css,svg}',
  'packages/{api,protocol}/src/**/*.ts',
  'pnpm-lock.yaml',
]

/**
 * A hash of the dashboard's sources and of the versions of its dependencies; a build with another
 * hash is stale.
 */
export function stampOf(workspace: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: workspace }).sort()) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(workspace, path)))
  }
  return hash.digest('hex')
}

/** The stamp of a built folder; null if the folder has none, or if another build is replacing it. */
export function builtFrom(folder: string): string | null {
  try {
    return (JSON.parse(readFileSync(join(folder, 'stamp.json'), 'utf8')) as { stamp: string }).stamp
  } catch {
    return null
  }
}
