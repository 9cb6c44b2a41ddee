import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'

/** The streams that a command reads and writes: those of the process or of a test. */
export interface Streams {
  stdout: Stream
  stderr: Stream
  stdin?: NodeJS.ReadStream | undefined
  /** Registers an action that runs before a signal such as Ctrl-C ends the process; returns a function that removes it. */
  onInterrupt?: ((act: () => void) => () => void) | undefined
  /** Gives signals to a command that this process has started, instead of ending; returns a function that stops it. */
  holdSignals?: ((pass: (signal: NodeJS.Signals) => void) => () => void) | undefined
  /** Ends the process as this signal does. */
  endBy?: ((signal: NodeJS.Signals) => void) | undefined
}

interface Stream {
  write(text: string): unknown
  /** True for a terminal. */
  isTTY?: boolean
  /** Cells of a line of the terminal. */
  columns?: number
}

/** The context in which a command runs. */
export interface Call extends Streams {
  /** The arguments as typed. */
  args: string[]
  /** The folder in which the command was typed; folder arguments are relative to it. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Milliseconds since the epoch. */
  now: () => number
  /** The version of the command. */
  version: string
  /** True if `--json` was given. */
  isJson: boolean
  /** The code the process exits with. */
  exitCode: number
}

interface More {
  /** The next step, as a sentence or a command. */
  next?: string
  /** A code of the API or of the command. */
  code?: string
  retryAfterSeconds?: number
  /** Of the command; 1 unless it is given. */
  exitCode?: number
}

/** Why a command failed, and what to do next. */
export class Refusal extends Error {
  readonly next: string | undefined
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  readonly exitCode: number

  constructor(message: string, { next, code = 'FAILED', retryAfterSeconds, exitCode = 1 }: More = {}) {
    super(message)
    this.next = next
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.exitCode = exitCode
  }
}

/**
 * Returns the folder in which the command was typed. Package managers run scripts beside package.json and pass the
 * original folder in INIT_CWD; an inherited INIT_CWD is ignored.
 */
export const startFolder = (env: Record<string, string | undefined>, cwd: string): string => {
  const isScript = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd
  return isScript && env.INIT_CWD ? env.INIT_CWD : cwd
}

/** Returns the folder that an argument names; exits with 2 if it does not exist. */
export const namedFolder = (name: string, call: Call, command: Command): string => {
  const folder = resolve(call.folder, name)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    command.error(`error: folder not found: ${folder}`, { exitCode: 2 })
  return folder
}
