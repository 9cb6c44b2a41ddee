import { join, relative } from 'node:path'
import { type Clock, startClock } from './clock.ts'
import type { Side } from './rule/causes.ts'
import { type Ran, runFile } from './runners/run-file.ts'
import type { InOrder } from './runners/runner.ts'
import { readTemplate, type Selected, type Template, unknownRunner } from './runners/template.ts'

/** The words that call a runner, and the names of the variables that the command sets. */
interface Called {
  words: string[]
  names: string[]
  /** The folder of the tests, relative to the top of the tree; empty for the top. */
  inside: string
  /** What files before the test's own need. */
  before?: InOrder
}

/** A checkout, and the command that installs what its tests need; empty if nothing does. */
interface BaseTree {
  sha: string
  install: string
}

const TOP = '"$(git rev-parse --show-toplevel)"'

/** `NAME=value`, also in an option as `--env=NAME=value`. */
const VARIABLE = /^((?:--?[\w-]+=)?[A-Za-z_]\w*)=/

/** A command whose tests are run again. */
export interface Repeatable {
  /** The command that ran them, or one that replaces it. */
  words: string[]
  /** The folder in which the command started. */
  folder: string
  /** The top of its tree. */
  root: string
  seconds: number
  env: NodeJS.ProcessEnv
  /** Registers the function that ends the current run; returns a function that removes it. */
  onStop(end: () => void): () => void
}

/** What all trials of a command share: its runner, their time, and how one of them runs. */
export interface Trials extends Clock {
  template: Template
  /** Returns the command for a file, whose paths are relative to the root, as `commandsOf` takes it. */
  calledFor(file: Selected, seed?: number): Called
  /** Runs a file once in a tree. */
  run(tree: string, called: Called, secondsLeft: number): Promise<{ ran: Ran; seconds: number }>
}

/** Starts the time of trials, or returns why this command cannot be repeated. */
export const prepareTrials = ({
  words,
  folder,
  root,
  seconds,
  env,
  onStop,
}: Repeatable): Trials | { reason: string } => {
  const template = readTemplate(words, folder)
  if (!template) return { reason: unknownRunner(words) }
  const clock = startClock(seconds, onStop)
  const inside = relative(root, folder)
  const fromFolder = (file: string) => relative(inside, file).replaceAll('\\', '/')
  return {
    ...clock,
    template,
    calledFor: ({ file, variant, after = [] }, seed) => {
      const selected = {
        file: fromFolder(file),
        // A variant of the settings is no project of the runner.
        variant: env.SVC_VARIANT ? '' : variant,
        after: after.map(fromFolder),
      }
      return {
        words: template.words(selected, seed),
        names: Object.keys(template.env),
        inside,
        ...(after.length > 0 && { before: template.inOrder }),
      }
    },
    run: async (tree, called, secondsLeft) => {
      const before = clock.now()
      const ran = await runFile({
        words: called.words,
        env: { ...env, ...template.env, ...called.before?.env },
        folder: join(tree, inside),
        root: tree,
        caller: root,
        timeoutMs: secondsLeft * 1_000,
        onStart: clock.onStart,
        ...(called.before?.file && { file: called.before.file }),
      })
      clock.ended()
      return { ran, seconds: clock.now() - before }
    },
  }
}

/**
 * Returns the commands that repeat a trial by hand, in any folder of the tree, for a POSIX shell. They leave the machine,
 * so variables have their names and no values: one may be a secret.
 */
export const commandsOf = (called: Called, base: BaseTree, calledThere = called): Record<Side, string> => {
  const { inside } = called
  const command = plainCommand(calledThere)
  const into = inside === '' ? '' : `cd ${asShown(inside)} && `
  const tree = `../base-${base.sha.slice(0, 7)}`
  const install = base.install && `${base.install.replaceAll(/\b([A-Za-z_]\w*)=\S+/g, '$1=…')} && `
  return {
    here: commandHere(called),
    base: `cd ${TOP} && git worktree add --detach ${tree} ${base.sha.slice(0, 12)} && cd ${tree} && ${install}${into}${command}`,
  }
}

/** Returns the command that repeats a trial by hand on this tree. */
export const commandHere = (called: Called): string =>
  called.inside === ''
    ? plainCommand(called)
    : `cd ${TOP}/${asShown(called.inside)} && ${plainCommand(called)}`

const plainCommand = ({ words, names, before }: Called): string => {
  const file = before?.file ? `echo '${before.file.text}' > ${before.file.path} && ` : ''
  const own = Object.entries(before?.env ?? {}).map(([name, value]) => `${name}=${value}`)
  return `${file}${[...names.map((name) => `${name}=…`), ...own, ...words.map(asShown)].join(' ')}`
}

const asShown = (word: string): string => {
  const [, name] = VARIABLE.exec(word) ?? []
  if (name !== undefined) return `${name}=…`
  return /^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
