import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { makeFolder } from './folders.ts'
import { KEY } from './recording.ts'

/** A run in a process of its own, seen from outside. */
export interface Ended {
  code: number | null
  stdout: string
  /** What was said, a line each, but for the one that it waits. */
  lines: string[]
  /** True where it said that it waits. */
  hasWaited: boolean
  root: string
  /** Files below `.svc`, relative to it. */
  files: string[]
  /** How long the run's end took, by its own measure. */
  tookMs: number
  /** The sum of the timers that fired until then. */
  waitedMs: number
  /** The sum of the timers that fired from then until the process ended. */
  lingeredMs: number
  grownMiB: number
  /** How many sockets kept the process alive after the end of the run. */
  heldSockets: number
}

const SCRIPT = fileURLToPath(new URL('run-into-trouble.ts', import.meta.url))

/** Runs three tests against whatever `env` names as the server. */
export const runIntoTrouble = async (
  env: Record<string, string>,
  root: string = makeFolder(),
): Promise<Ended> => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--no-warnings', SCRIPT], {
    cwd: root,
    env: { PATH, HOME, ...NODE_CACHE, TROUBLE_ROOT: root, SVC_API_KEY: KEY, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  const told: Partial<Ended> = Object.assign(
    {},
    ...(stdout.match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line)),
  )
  const { tookMs = Number.NaN, waitedMs = Number.NaN, grownMiB = Number.NaN, lingeredMs = Number.NaN } = told
  const { heldSockets = Number.NaN } = told
  const said = stderr.split('\n').filter((line) => line !== '')
  const isWaiting = (line: string) => /^svc: waiting for .*; Ctrl-C keeps the results$/.test(line)
  // Only on a slow machine.
  const isSending = (line: string) => line.startsWith('svc: sending artifacts to ')
  return {
    code,
    stdout,
    lines: said.filter((line) => !isWaiting(line) && !isSending(line)),
    hasWaited: said.some(isWaiting),
    root,
    files: filesBelow(join(root, '.svc')),
    tookMs,
    waitedMs,
    lingeredMs,
    grownMiB,
    heldSockets,
  }
}

/** All bytes of a folder as one text. */
export const textBelow = (folder: string): string =>
  filesBelow(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(folder, file)).isFile())
      .sort()
  } catch {
    return []
  }
}
