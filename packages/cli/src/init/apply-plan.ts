import { findInstalled } from '../project/installed.ts'
import type { Setup } from '../project/setup.ts'
import { hasOurs, isDefault } from './ask-runners.ts'
import { type Loaded, loadConfig } from './load-config.ts'
import type { FileChange } from './plan.ts'
import { readWhole, restore, writeWhole } from './write-file.ts'

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
