import { findInstalled } from '../project/installed.ts'
import type { Setup } from '../project/setup.ts'
import { loadConfig } from './load-config.ts'

/** Reporters that the runner of a set-up loads, by the path of the config; none for a runner that does not tell them. */
export type Told = ReadonlyMap<string, string[]>

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
