import { execFile } from 'node:child_process'
import type { Env } from './ci-facts.ts'

/** Runs git in a folder; undefined if git is missing, refuses, or takes too long. */
export type Git = (...args: string[]) => Promise<string | undefined>

const TIMEOUT_MS = 10_000
const OUTPUT_BYTES = 16 * 1024 * 1024

/**
 * A git for one working tree. In containers, a checkout often has another owner, so ownership is
 * not checked.
 */
export const gitIn = (root: string, env: Env): Git => {
  const settings = [
    '-c',
    `safe.directory=${root}`,
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.quotePath=false',
  ]
  return (...args) =>
    new Promise((resolve) => {
      const options = {
        cwd: root,
        env,
        timeout: TIMEOUT_MS,
        maxBuffer: OUTPUT_BYTES,
        windowsHide: true,
        killSignal: 'SIGKILL' as const,
      }
      const child = execFile('git', [...settings, ...args], options, (error, stdout) =>
        resolve(error ? undefined : stdout),
      )
      child.stdin?.end()
    })
}
