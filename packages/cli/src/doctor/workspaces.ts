import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { field, readJson, readText } from './json.ts'

/** Folders looked into, at most; beyond it a look would take longer than it is worth. */
const MOST_FOLDERS = 5_000
const DEEPEST = 6

/** The patterns of a workspace's members as pnpm-workspace.yaml or package.json name them; empty for no workspace. */
export const workspaceGlobs = (folder: string): string[] => {
  const yaml = readText(join(folder, 'pnpm-workspace.yaml'))
  if (yaml !== undefined) return readYamlList(yaml, 'packages')
  const workspaces = field(readJson(join(folder, 'package.json')), 'workspaces')
  const list = Array.isArray(workspaces) ? workspaces : field(workspaces, 'packages')
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** One list of plain texts at the top of a YAML file, in either of its two forms. */
const readYamlList = (yaml: string, name: string): string[] => {
  const lines = yaml.replace(/\s#.*$/gm, '').split('\n')
  const at = lines.findIndex((line) => new RegExp(`^['"]?${name}['"]?\\s*:`).test(line))
  if (at === -1) return []
  const inline = /\[([\s\S]*?)\]/.exec(lines.slice(at).join('\n'))
  if (lines[at]?.includes('[')) return (inline?.[1] ?? '').split(',').map(unquoted).filter(Boolean)
  const items: string[] = []
  for (const line of lines.slice(at + 1)) {
    if (/^\S/.test(line) && !line.startsWith('-')) break
    const item = /^\s*-\s+(.+)$/.exec(line)?.[1]
    if (item) items.push(unquoted(item))
  }
  return items
}

const unquoted = (text: string) => text.trim().replace(/^(['"])(.*)\1$/, '$2')

/** The folders below `base` that the patterns name and that hold a package.json. */
export const workspaceFolders = (
  base: string,
  globs: string[],
): { folders: string[]; isBounded: boolean } => {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(toPattern)
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => toPattern(glob.slice(1)))
  const depth = Math.max(...globs.map((glob) => (glob.includes('**') ? DEEPEST : glob.split('/').length)))
  const folders: string[] = []
  let level = ['']
  let seen = 0
  for (let i = 0; i < Math.min(depth, DEEPEST) && level.length > 0; i += 1) {
    const next: string[] = []
    for (const parent of level) {
      seen += 1
      if (seen > MOST_FOLDERS) return { folders, isBounded: true }
      for (const name of foldersIn(join(base, parent))) next.push(parent ? `${parent}/${name}` : name)
    }
    level = next
    const named = level.filter(
      (path) => wanted.some((w) => w.test(path)) && !unwanted.some((u) => u.test(path)),
    )
    folders.push(
      ...named.map((path) => join(base, path)).filter((path) => existsSync(join(path, 'package.json'))),
    )
  }
  return { folders, isBounded: false }
}

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort()
  } catch {
    return []
  }
}

/** A pattern of package managers as a regular expression: `*` within a name, `**` across folders. */
const toPattern = (glob: string): RegExp => {
  const source = glob
    .replace(/^\.\//, '')
    .replace(/\/+$/, '')
    .replace(/\{([^{}]*)\}|\*\*\/?|[*?]|[.+^$()|[\]\\]/g, (sign, names?: string) => {
      if (names !== undefined) return `(?:${names.split(',').map(toSource).join('|')})`
      if (sign.startsWith('**')) return '.*'
      return sign === '*' ? '[^/]*' : sign === '?' ? '[^/]' : `\\${sign}`
    })
  return new RegExp(`^${source}$`)
}

const toSource = (name: string) => name.replace(/[.+^$()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*')
