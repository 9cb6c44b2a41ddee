import { spawn } from 'node:child_process'
import { findInstalled } from '../project/installed.ts'
import type { Setup } from '../project/setup.ts'
import { Refusal } from '../refusal.ts'
import { type Loaded, loadConfig } from './load-config.ts'
import type { FileChange, Install } from './plan.ts'
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
  write(text: string): unknown
  onInterrupt: ((act: () => void) => () => void) | undefined
}

/** Runs an install command and passes its output to `write`; throws a `Refusal` if it fails. */
export const runInstall = async ({ folder, command }: Install, { env, write }: Process): Promise<void> => {
  const [program = '', ...args] = command
  const line = command.join(' ')
  const code = await new Promise<number | string | null>((resolve) => {
    const isWindows = process.platform === 'win32'
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows, package managers are scripts.
      shell: isWindows,
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
    child.once('error', ({ message }) => resolve(message))
    child.once('close', resolve)
  })
  if (code === 0) return
  throw new Refusal(`the installation failed (${code}); no config was changed`, {
    code: 'INSTALL_FAILED',
    next: `repair the installation, then run in ${folder}: ${line}`,
  })
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
  const { name, reporter } = setup.runner
  if (now === undefined) return { state: 'written' }
  if (!now.isLoaded)
    return old?.isLoaded === false
      ? {
          state: 'kept',
          why: `${name} does not load this config, with or without the change: ${lastLine(now.output)}`,
        }
      : { state: 'undone', why: `${name} did not load the changed config: ${lastLine(now.output)}` }
  if (now.reporters === undefined) return { state: 'verified' }
  const folder = findInstalled(setup.package.folder, reporter)?.folder
  const isOurs = (each: string) => each === reporter || (folder !== undefined && each.startsWith(folder))
  if (!now.reporters.some(isOurs))
    return { state: 'undone', why: `${name} does not use the reporter of this config` }
  const lost = (old?.reporters ?? []).filter((each) => !now.reporters?.includes(each) && !isDefault(each))
  return lost.length > 0
    ? { state: 'undone', why: `${name} would no longer use ${lost.join(', ')}` }
    : { state: 'verified' }
}

/** Names of the default output, which depend on whether a terminal or a coding agent reads it. */
const isDefault = (name: string) => ['default', 'minimal', 'agent', 'basic'].includes(name)

const lastLine = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /error/i.test(line)) ??
  output.trim().split('\n').at(-1) ??
  ''
