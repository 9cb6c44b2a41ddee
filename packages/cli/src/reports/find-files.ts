import { statSync } from 'node:fs'
import { basename, isAbsolute, relative, resolve } from 'node:path'
import type { ReportFile } from '@svc/formats'
import { glob, isDynamicPattern } from 'tinyglobby'
import { Refusal } from '../refusal.ts'

/** The files that arguments match. */
export interface FoundFiles {
  /** Each file once, sorted by name; standard input for `-`. */
  files: ReportFile[]
  /** Arguments that match no file. */
  missing: string[]
  /** By argument: why it matches no file, for example because it is a folder. */
  reasons: Map<string, string>
}

/** Large folders without reports. */
const NEVER = ['**/node_modules/**', '**/.git/**']

/**
 * Returns the files that names and patterns match, in any folder; a pattern with `!` excludes its files. Throws a
 * `Refusal` for a name that is not a file only if no other file was found.
 */
export const findFiles = async (
  names: string[],
  folder: string,
  stdin: AsyncIterable<Uint8Array> | undefined,
): Promise<FoundFiles> => {
  const not = await Promise.all(
    names.filter((name) => name.startsWith('!')).map((name) => pathsOf(name.slice(1), folder)),
  )
  const leftOut = new Set(not.flat())
  const files = new Map<string, ReportFile>()
  const missing: string[] = []
  const refused = new Map<string, Refusal>()
  for (const name of names.filter((each) => !each.startsWith('!'))) {
    if (name === '-') {
      if (stdin) files.set('-', { name: 'standard input', stream: stdin })
      continue
    }
    const paths = (await pathsOf(name, folder).catch(keepRefusal(name, refused))).filter(
      (path) => !leftOut.has(path),
    )
    if (paths.length === 0) missing.push(name)
    for (const path of paths) files.set(path, { name: nameOf(path, folder), path })
  }
  const byName = (a: ReportFile, b: ReportFile) => a.name.localeCompare(b.name, 'en', { numeric: true })
  const [first] = refused
  if (first && files.size === 0) {
    const [name, { message, code, next = '' }] = first
    throw new Refusal(`${name}: ${message}`, { code, next })
  }
  const reasons = new Map([...refused].map(([name, { message, next }]) => [name, `${message}; ${next}`]))
  return { files: [...files.values()].sort(byName), missing, reasons }
}

const keepRefusal =
  (name: string, refused: Map<string, Refusal>) =>
  (error: unknown): string[] => {
    if (!(error instanceof Refusal)) throw error
    refused.set(name, error)
    return []
  }

const factsOf = (path: string, name: string) => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const isLoop = error instanceof Error && 'code' in error && error.code === 'ELOOP'
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(isLoop ? 'its symbolic links form a loop' : reason, {
      code: 'NOT_A_FILE',
      next: `check the target of ${name}`,
    })
  }
}

const pathsOf = async (name: string, folder: string): Promise<string[]> => {
  const path = resolve(folder, name)
  const facts = factsOf(path, name)
  if (facts?.isDirectory())
    throw new Refusal('it is a folder', {
      code: 'NOT_A_FILE',
      next: `name the reports in it: '${name.replace(/[/\\]+$/, '')}/**/*.xml'`,
    })
  if (facts) return [path]
  const { base, pattern } = parted(process.platform === 'win32' ? name.replaceAll('\\', '/') : name)
  if (pattern === '') return []
  // Exclusions apply below the base: an explicit path may go through such a folder on purpose.
  const matches = await glob(pattern, {
    cwd: resolve(folder, base),
    absolute: true,
    dot: true,
    expandDirectories: false,
    ignore: pattern.includes('node_modules') ? [] : NEVER,
  })
  return matches.map((each) => resolve(each))
}

/** Splits a name into its fixed folders and its pattern; the pattern is empty for a plain name. */
const parted = (name: string): { base: string; pattern: string } => {
  const parts = name.split('/')
  const index = parts.findIndex((part) => isDynamicPattern(part))
  if (index === -1) return { base: name, pattern: '' }
  const base = parts.slice(0, index).join('/')
  return { base: base === '' && index > 0 ? '/' : base, pattern: parts.slice(index).join('/') }
}

/** Returns the path relative to the folder if it is below it, otherwise the absolute path. */
export const nameOf = (path: string, folder: string): string => {
  const short = relative(folder, path)
  return short.startsWith('..') || isAbsolute(short) ? path : short || basename(path)
}
