import type { Side } from './rule/causes.ts'
import type { InOrder } from './runners/runner.ts'

/** The words that call a runner, and the names of the variables that the command sets. */
export interface Called {
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

const TOP = '"$(git rev-parse --show-toplevel)"'

const plainCommand = ({ words, names, before }: Called): string => {
  const file = before?.file ? `echo '${before.file.text}' > ${before.file.path} && ` : ''
  const own = Object.entries(before?.env ?? {}).map(([name, value]) => `${name}=${value}`)
  return `${file}${[...names.map((name) => `${name}=…`), ...own, ...words.map(asShown)].join(' ')}`
}

/** `NAME=value`, also in an option as `--env=NAME=value`. */
const VARIABLE = /^((?:--?[\w-]+=)?[A-Za-z_]\w*)=/

const asShown = (word: string): string => {
  const [, name] = VARIABLE.exec(word) ?? []
  if (name !== undefined) return `${name}=…`
  return /^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
