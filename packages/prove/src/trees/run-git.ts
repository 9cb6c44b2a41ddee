import { execFile } from 'node:child_process'
import { withoutGitHook } from '@svc/client/wrapped'

const TIMEOUT_MS = 120_000
const OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs git in a folder without hooks and questions, and returns what it prints; undefined if it fails. */
export const runGit = (
  folder: string,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<string | undefined> => runGitUntil(undefined, folder, env, ...args)

/** The same, and ends git when the signal is given. */
export const runGitUntil = (
  signal: AbortSignal | undefined,
  folder: string,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const settings = ['-c', `safe.directory=${folder}`, '-c', 'core.hooksPath=/dev/null']
    const child = execFile(
      'git',
      [...settings, '-c', 'core.fsmonitor=false', ...args],
      {
        cwd: folder,
        env: { ...withoutGitHook(env), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
        timeout: TIMEOUT_MS,
        ...(signal && { signal }),
        maxBuffer: OUTPUT_BYTES,
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? undefined : stdout),
    )
    child.stdin?.end()
  })
