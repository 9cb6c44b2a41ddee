import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the files of a repository reveal without starting a process; absent fields are unknown. */
export interface GitHead {
  sha?: string
  branch?: string
}

const SHA = /^[0-9a-f]{40,64}$/

/**
 * Reads which commit is checked out, so that a run killed in its first second still reports what it
 * tested. Supports worktrees, submodules and packed refs; git itself handles newer formats.
 */
export const readGitHead = (root: string): GitHead => {
  const folder = gitFolder(join(root, '.git'))
  const content = read(join(folder, 'HEAD'))
  if (content === undefined) return {}
  if (SHA.test(content)) return { sha: content }
  const ref = refOf(content)
  if (!ref) return {}
  const common = commonFolder(folder)
  const sha = read(join(folder, ref)) ?? read(join(common, ref)) ?? packed(common, ref)
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  return { ...(sha && SHA.test(sha) && { sha }), ...(branch && { branch }) }
}

/**
 * The default branch of `origin`, as the clone recorded it; null if it recorded none, undefined if
 * these files do not show it, for example because the refs are stored in another format.
 */
export const readOriginHead = (root: string): string | null | undefined => {
  const folder = gitFolder(join(root, '.git'))
  const head = read(join(folder, 'HEAD'))
  if (head === undefined || refOf(head) === PLACEHOLDER) return undefined
  const noted = read(join(commonFolder(folder), 'refs/remotes/origin/HEAD'))
  return noted === undefined ? null : refOf(noted)?.replace(/^refs\/remotes\/origin\//, '')
}

/**
 * The address of `origin` in the repository's own settings; undefined if it is absent, or if only
 * git can read it reliably.
 */
export const readOriginUrl = (root: string): string | undefined => {
  const settings = read(join(commonFolder(gitFolder(join(root, '.git'))), 'config'))
  if (settings === undefined || NOT_PLAIN.test(settings)) return undefined
  let isOrigin = false
  for (const line of settings.split('\n').map((each) => each.trim())) {
    if (line.startsWith('[')) isOrigin = line === '[remote "origin"]'
    const url = isOrigin ? /^url\s*=\s*(.*)$/i.exec(line)?.[1] : undefined
    if (url !== undefined) return url === '' || /["#;]/.test(url) ? undefined : url
  }
  return undefined
}

/** Escapes, continuation lines, included files, a setting on the line of its section. */
const NOT_PLAIN = /\\|^[ \t]*\[[ \t]*include|worktreeconfig|^[ \t]*\[[^\]]*\][ \t]*[^ \t\r\n]/im

/** The target of `HEAD` if the refs are in a reftable. */
const PLACEHOLDER = 'refs/heads/.invalid'

const refOf = (content: string): string | undefined => /^ref: (.+)$/.exec(content)?.[1]

const commonFolder = (folder: string): string => resolve(folder, read(join(folder, 'commondir')) ?? '.')

/** In a worktree or submodule `.git` is a file that names the folder. */
const gitFolder = (path: string): string => {
  const target = /^gitdir: (.+)$/m.exec(read(path) ?? '')?.[1]
  return target ? resolve(path, '..', target) : path
}

const packed = (common: string, ref: string): string | undefined =>
  read(join(common, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0]

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
