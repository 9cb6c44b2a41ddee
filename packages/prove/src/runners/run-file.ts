import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { journalFolder, outcomesOf, type SentError, withoutGitHook } from '@svc/client/wrapped'
import { runProcess } from '../run-process.ts'
import { makeOwnFolder, removeFolder } from '../trees/own-folder.ts'
import { wordsOf } from '../words-of.ts'
import type { InOrder } from './runner.ts'

type Outcomes = Awaited<ReturnType<typeof outcomesOf>>

/** One start of a runner. */
interface Start {
  words: string[]
  /** Is written first; the words name its path. */
  file?: InOrder['file']
  env: NodeJS.ProcessEnv
  /** The folder in which it starts. */
  folder: string
  /** The top of its tree, up to which programs are found in `node_modules/.bin`. */
  root: string
  /** The caller's tree: paths into it in words and variables lead into `root` instead. */
  caller: string
  /** Milliseconds after which it is ended, with all that it started. */
  timeoutMs: number
  /** Gets a function that ends it at once. */
  onStart(end: () => void): void
}

/** What a start of a runner gave, or why it gave nothing; `code` is the exit code of one that sent no results. */
export type Ran = { kind: 'ran'; outcomes: Outcomes } | { kind: 'void'; reason: string; code?: number }

const SHOWN_CHARACTERS = 300

/** Runs one file of tests; its reporter keeps the results here and sends none. Never rejects. */
export const runFile = async (start: Start): Promise<Ran> => {
  try {
    const own = makeOwnFolder('trial')
    try {
      return await runIn(own, start)
    } finally {
      removeFolder(own)
    }
  } catch (error) {
    return { kind: 'void', reason: wordsOf(error) }
  }
}

const runIn = async (own: string, start: Start): Promise<Ran> => {
  const printed = join(own, 'printed')
  const output = openSync(printed, 'w')
  try {
    const { folder, timeoutMs, onStart } = start
    const ended = await runProcess(
      withFile(start, own).map((word) => moved(word, start)),
      { folder, env: envOf(start, own), output, timeoutMs, onStart },
    )
    if (typeof ended === 'string') return { kind: 'void', reason: ended }
    const journals = filesIn(journalFolder(own)).filter((path) => path.endsWith('.ndjson'))
    if (journals.length > 0) return { kind: 'ran', outcomes: inCaller(await outcomesOf(journals), start) }
    return {
      kind: 'void',
      reason: `the runner's reporter wrote no results: ${errorIn(printed)}`,
      code: ended,
    }
  } finally {
    closeSync(output)
  }
}

/** In the folder of this trial: nobody else writes there. */
const withFile = ({ words, file }: Start, own: string): string[] => {
  if (!file) return words
  const path = join(own, 'in-order.cjs')
  writeFileSync(path, file.text)
  return words.map((word) => word.replace(file.path, () => path))
}

/** The errors as they are in the caller's tree, so that those of both sides have one fingerprint. */
const inCaller = (outcomes: Outcomes, { root, caller }: Start): Outcomes => {
  const roots = [...new Set([root, realpathSync(root)])]
  const mapped = (text: string) =>
    roots.reduce((before, folder) => moved(before, { caller: folder, root: caller }), text)
  const tests = outcomes.tests.map((test) => ({
    ...test,
    message: mapped(test.message),
    ...(test.error && { error: inFolder(test.error, mapped) }),
  }))
  return {
    ...outcomes,
    tests,
    errors: outcomes.errors.map((each) => ({ ...each, message: mapped(each.message) })),
  }
}

const inFolder = (error: SentError, mapped: (text: string) => string): SentError => ({
  ...error,
  message: mapped(error.message),
  ...(error.stack !== undefined && { stack: mapped(error.stack) }),
  ...(error.cause && { cause: { ...error.cause, message: mapped(error.cause.message) } }),
})

const envOf = (start: Start, own: string): NodeJS.ProcessEnv => {
  const { env, folder, root } = start
  const inside = Object.fromEntries(
    Object.entries(withoutGitHook(env)).map(([name, value = '']) => [name, moved(value, start)]),
  )
  // What one side leaves in the temporary folder must not decide the other.
  const temporary = join(own, 't')
  mkdirSync(temporary)
  return {
    ...inside,
    PWD: folder,
    PATH: pathOf(folder, root, inside.PATH),
    TMPDIR: temporary,
    SVC_TRIAL: own,
    // An older reporter knows no trials. Without a key, it keeps its results with the tree.
    SVC_API_KEY: '',
    SVC_LOGIN: '0',
  }
}

/** Replaces the caller's tree in a word or a variable, which may list several paths. */
const moved = (text: string, { caller, root }: Pick<Start, 'caller' | 'root'>): string =>
  text
    .split(caller)
    .reduce((before, after) => before + (/^(?:[/\\:;,"')\s]|$)/.test(after) ? root : caller) + after)

const pathOf = (folder: string, root: string, path = ''): string => {
  const places: string[] = []
  for (let place = folder; ; place = dirname(place)) {
    places.push(join(place, 'node_modules', '.bin'))
    if (relative(root, place) === '' || dirname(place) === place) break
  }
  return [...places, path].join(delimiter)
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** The first line that names an error, else the last one. */
const errorIn = (path: string): string => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const line = lines.find((each) => /error/i.test(each)) ?? lines.at(-1) ?? ''
  return line.trim().slice(0, SHOWN_CHARACTERS) || 'it printed nothing'
}
