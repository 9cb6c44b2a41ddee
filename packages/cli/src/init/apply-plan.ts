import { findInstalled } from '../project/installed.ts'
import type { Setup } from '../project/setup.ts'
import type { Outcome } from './add-reporter.ts'
import { type Loaded, loadConfig } from './load-config.ts'
import { readWhole, restore, writeWhole } from './write-file.ts'

/** Reporters that the runner of a set-up loads, by the path of the config; none for a runner that does not tell them. */
export type Told = ReadonlyMap<string, string[]>

/** A file to write. */
export interface FileChange {
  /** Absolute. */
  path: string
  /** Path from the base folder. */
  label: string
  /** The present text; null for a new file. */
  before: string | null
  after: string
  /** Computes the new text again, because an installation also changes package.json. */
  change(text: string | null): Outcome
  /** The set-up whose runner must load the file. */
  setup?: Setup
}

/** A command that installs packages in a folder. */
export interface Install {
  folder: string
  /** Path from the base folder, empty for it. */
  label: string
  command: string[]
}

/** Lines that the user must add. */
export interface ByHand {
  /** `tests`: without these lines, the tests of a package do not report. `ci`: they add a step to the CI. */
  part: 'tests' | 'ci'
  /** Why svc does not change the file, as a sentence without a full stop. */
  why: string
  /** The file and the place in it, as an instruction. */
  where: string
  lines: string[]
}

/** Everything that is missing until the tests of a folder report. */
export interface Plan {
  /** Parts that need no change. */
  ready: string[]
  installs: Install[]
  changes: FileChange[]
  byHand: ByHand[]
  /** What the user must do outside this folder. */
  notes: string[]
}

/** The outcome for one file. */
export interface Applied {
  label: string
  /** `kept`: written, but the runner could not load the config before the change either. */
  state: 'verified' | 'written' | 'kept' | 'undone'
  /** Why a change was undone or could not be verified. */
  why?: string
}

interface Process {
  env: NodeJS.ProcessEnv
  onInterrupt: ((act: () => void) => () => void) | undefined
}

/**
 * Writes one change. If the runner no longer loads the config, or loads it without its old
 * reporters, restores the file.
 */
export const applyChange = async (change: FileChange, { env, onInterrupt }: Process): Promise<Applied> => {
  const { path, label, setup } = change
  const before = readWhole(path) ?? null
  const outcome = change.change(before)
  if (outcome.state === 'unclear') return { label, state: 'undone', why: outcome.why }
  // A config that names a missing package cannot be loaded.
  const canLoad = setup !== undefined && findInstalled(setup.package.folder, setup.runner.reporter)
  if (!canLoad) {
    writeWhole(path, outcome.text)
    return { label, state: 'written' }
  }
  const old = before === null ? undefined : await loadConfig(setup, path, env)
  const isFinished = onInterrupt?.(() => restore(path, before))
  try {
    writeWhole(path, outcome.text)
    const loaded = await loadConfig(setup, path, env)
    const judged = judge(setup, old, loaded)
    if (judged.state === 'undone') restore(path, before)
    return { label, ...judged }
  } catch (error) {
    restore(path, before)
    throw error
  } finally {
    isFinished?.()
  }
}

const judge = (
  setup: Setup,
  old: Loaded | undefined,
  now: Loaded | undefined,
): Pick<Applied, 'state' | 'why'> => {
  const { name } = setup.runner
  if (now === undefined) return { state: 'written' }
  if (!now.isLoaded)
    return old?.isLoaded === false
      ? {
          state: 'kept',
          why: `${name} does not load this config, with or without the change: ${lastLine(now.output)}`,
        }
      : { state: 'undone', why: `${name} did not load the changed config: ${lastLine(now.output)}` }
  if (now.reporters === undefined) return { state: 'verified' }
  if (!hasOurs(setup, now.reporters))
    return { state: 'undone', why: `${name} does not use the reporter of this config` }
  const lost = (old?.reporters ?? []).filter((each) => !now.reporters?.includes(each) && !isDefault(each))
  return lost.length > 0
    ? { state: 'undone', why: `${name} would no longer use ${lost.join(', ')}` }
    : { state: 'verified' }
}

const lastLine = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /error/i.test(line)) ??
  output.trim().split('\n').at(-1) ??
  ''

/**
 * Asks the runner of each config whose text does not show its reporters, because a preset or a merged package may name
 * them. Loading runs the code of the config, as every run of the tests does.
 */
export const askRunners = async (setups: Setup[], env: NodeJS.ProcessEnv): Promise<Told> => {
  const told = new Map<string, string[]>()
  for (const setup of setups)
    for (const { path, reporter } of setup.configs) {
      if (reporter !== 'unsure') continue
      const reporters = (await loadConfig(setup, path, env))?.reporters
      if (reporters !== undefined) told.set(path, reporters)
    }
  return told
}

/** True if one of the reporters that a runner loads is ours: by its name, or by its file. */
export const hasOurs = ({ runner, package: pkg }: Setup, reporters: string[]): boolean => {
  const folder = findInstalled(pkg.folder, runner.reporter)?.folder
  return reporters.some(
    (each) => each === runner.reporter || (folder !== undefined && each.startsWith(folder)),
  )
}

/** Names of the default output, which depend on whether a terminal or a coding agent reads it. */
export const isDefault = (name: string): boolean => ['default', 'minimal', 'agent', 'basic'].includes(name)
