import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type InOrder, RUNNERS } from './runner.ts'

/** The file of a failed test, and the variant in which it ran. */
export interface Selected {
  /** Relative to the folder in which the runner starts, posix. */
  file: string
  /** A project of the runner, such as a browser; empty without one. */
  variant: string
  /** Files that run before it, in this order. */
  after?: string[]
}

/** How a trial calls the runner of a command: with its program, its environment and its configuration. */
export interface Template {
  /** Variables that the command sets. */
  env: Record<string, string>
  /** The words of the command for one file, whose tests run in the order of `seed`. */
  words(test: Selected, seed?: number): string[]
  /** What a command with files before its own needs besides its words. */
  inOrder: InOrder
  /** True if the runner has other orders. */
  canShuffle: boolean
}

/** A script may call a script. */
const MOST_SCRIPTS = 4
/** Words that a shell gives a meaning: their command is not only a list of words. */
const NEEDS_SHELL = /[&|;<>()$`*?~{}[\]\\'"#\n]/
const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/
const MANAGER = /^(?:npm|pnpm|yarn|bun)(?:\.cmd)?$/
/** What a package manager's command runs by its own name, without `run`. */
const SHORT = new Set(['test', 't', 'tst'])

/**
 * Reads how a command calls its runner, also through scripts of the folder's package.json. Returns undefined if it
 * calls a runner that is not known, or in a way that only a shell understands.
 */
export const readTemplate = (words: string[], folder: string): Template | undefined => {
  const env: Record<string, string> = {}
  let rest = words
  for (let i = 0; i < MOST_SCRIPTS; i++) {
    rest = takeVariables(rest, env)
    // `npx -p vitest` names a package.
    const at = rest.findIndex(
      (word, place) => runnerOf(word) !== undefined && !/^(?:-p|--package)$/.test(rest[place - 1] ?? ''),
    )
    if (at !== -1) return templateOf(rest, at, env)
    const script = scriptOf(rest, folder)
    if (script === undefined) return undefined
    rest = script
  }
  return undefined
}

/** Says that a command cannot be repeated. */
export const unknownRunner = (words: string[]): string =>
  `${words.join(' ')} does not show how it calls Playwright, Vitest or Jest; --rerun-command names a command that does`

const runnerOf = (word: string) =>
  Object.values(RUNNERS).find(({ names }) => names.includes(basename(word.replaceAll('\\', '/'))))

const takeVariables = (words: string[], env: Record<string, string>): string[] => {
  const at = words.findIndex((word) => !VARIABLE.test(word) && basename(word) !== 'cross-env')
  const first = at === -1 ? words.length : at
  for (const word of words.slice(0, first)) {
    const [, name, value = ''] = VARIABLE.exec(word) ?? []
    if (name !== undefined) env[name] = value
  }
  return words.slice(first)
}

const templateOf = (words: string[], at: number, env: Record<string, string>): Template | undefined => {
  const runner = runnerOf(words[at] ?? '')
  if (!runner) return undefined
  const program = words.slice(0, at + 1)
  const options = keptOf(words.slice(at + 1), runner.kept)
  const verb = runner.verb === undefined ? [] : [runner.verb]
  const { shuffle, select, inOrder } = runner
  return {
    env,
    canShuffle: shuffle !== undefined,
    inOrder,
    // Jest takes all words at the end for paths.
    words: ({ file, variant, after = [] }, seed) => [
      ...program,
      ...verb,
      ...options,
      ...(seed === undefined ? [] : (shuffle?.(seed) ?? [])),
      ...(after.length > 0 ? inOrder.words : []),
      ...select({ files: [...after, file], variant }),
    ],
  }
}

const keptOf = (words: string[], kept: string[]): string[] => {
  const options: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const [name = ''] = word.split('=', 1)
    if (!kept.includes(name)) continue
    options.push(word)
    const next = words[i + 1]
    if (!word.includes('=') && next !== undefined && !next.startsWith('-')) options.push(words[++i] as string)
  }
  return options
}

/** The words of the script that a package manager's command runs, with the words that the command adds. */
const scriptOf = ([manager = '', ...words]: string[], folder: string): string[] | undefined => {
  if (!MANAGER.test(basename(manager))) return undefined
  const plain = words.filter((word) => !word.startsWith('-'))
  const [first = '', second = ''] = plain
  const name = first === 'run' || first === 'run-script' ? second : SHORT.has(first) ? 'test' : first
  const script = readScripts(folder)[name]
  if (name === '' || script === undefined || NEEDS_SHELL.test(script)) return undefined
  const added = words.slice(words.indexOf(name === 'test' && first !== 'run' ? first : name) + 1)
  return [...script.split(/\s+/).filter(Boolean), ...added.filter((word) => word !== '--')]
}

const readScripts = (folder: string): Record<string, unknown> & Record<string, string | undefined> => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts ?? {}
  } catch {
    return {}
  }
}
