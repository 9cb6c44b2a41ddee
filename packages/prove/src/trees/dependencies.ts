import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runGit } from './run-git.ts'

const LOCK_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
]
/** The fields of a package.json that decide what is installed. */
const FIELDS = [
  'name',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
  'pnpm',
  'workspaces',
]

/** Returns the file that says that the base has other modules installed than this tree, or undefined. */
export const otherDependencies = async (
  root: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> => {
  const patterns = [...LOCK_FILES, 'package.json'].map((name) => `:(glob)**/${name}`)
  const changed = await runGit(root, env, 'diff', '--name-only', '-z', sha, '--', ...patterns)
  for (const path of (changed ?? '').split('\0').filter(Boolean)) {
    if (basename(path) !== 'package.json') return path
    const before = await runGit(root, env, 'show', `${sha}:${path}`)
    if (fieldsOf(before) !== fieldsOf(readText(join(root, path)))) return path
  }
  return undefined
}

const fieldsOf = (text: string | undefined): string => {
  try {
    const manifest: Record<string, unknown> = JSON.parse(text ?? '{}')
    return JSON.stringify(FIELDS.map((name) => manifest[name] ?? null))
  } catch {
    return text ?? ''
  }
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
