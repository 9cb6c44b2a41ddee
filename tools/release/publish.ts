import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveName, PUBLISHED, packageName, type Released } from '../../packages/protocol/src/published.ts'

/** The server last: what it offers to projects is there before it. */
const RELEASED: readonly Released[] = [...PUBLISHED, 'server']

/** How to publish. */
interface Options {
  /** Of all archives; a pre-release gets the dist-tag `next`. */
  version: string
  isDryRun: boolean
  /** False for a registry that takes no provenance, or outside of a CI that signs it. */
  hasProvenance: boolean
}

/**
 * Publishes each archive of the folder with npm. A second attempt of a release passes over archives that the registry
 * already has. Throws if npm refuses one, or if the registry has other bytes under its version.
 */
export function publish(folder: string, { version, isDryRun, hasProvenance }: Options): void {
  for (const name of RELEASED) {
    const archive = join(folder, archiveName(name))
    const id = `${packageName(name)}@${version}`
    const known = isDryRun ? undefined : integrityAt(id)
    if (known === integrityOf(archive)) {
      process.stdout.write(`${id} is already published.\n`)
      continue
    }
    if (known) throw new Error(`${id} is already published with other content. Release another version.`)
    // npm takes a path that is neither absolute nor begins with a dot for a repository on GitHub.
    const { status } = npm(
      [
        'publish',
        archive,
        '--access',
        'public',
        `--provenance=${hasProvenance}`,
        '--tag',
        version.includes('-') ? 'next' : 'latest',
      ],
      { isDryRun },
    )
    if (status !== 0) throw new Error(`npm did not publish ${id}. Its output above says why.`)
  }
}

function npm(args: string[], { isDryRun }: { isDryRun: boolean }) {
  return spawnSync('npm', [...args, ...(isDryRun ? ['--dry-run'] : [])], { stdio: 'inherit' })
}

/** The hash that the registry has for a version; undefined if it has none. */
function integrityAt(id: string): string | undefined {
  const { status, stdout, stderr } = spawnSync('npm', ['view', id, 'dist.integrity'], { encoding: 'utf8' })
  if (status === 0) return stdout.trim() || undefined
  if (stderr.includes('E404')) return undefined
  throw new Error(`npm could not ask the registry for ${id}:\n${stderr}`)
}

const integrityOf = (archive: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
