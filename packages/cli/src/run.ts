import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { compareCommand } from './commands/compare.ts'
import { completionCommand } from './commands/completion.ts'
import { doctorCommand } from './commands/doctor.ts'
import { executionsCommand } from './commands/executions.ts'
import { failuresCommand } from './commands/failures.ts'
import { flakyCommand } from './commands/flaky.ts'
import { flushCommand } from './commands/flush.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { openCommand } from './commands/open.ts'
import { uploadCommand } from './commands/upload.ts'
import { nearest } from './doctor/nearest.ts'
import { Refusal } from './refusal.ts'
import { startFolder } from './start-folder.ts'

/** Where a command writes and asks; the process itself, or what a test gives. */
export interface Streams {
  stdout: Stream
  stderr: Stream
  stdin?: NodeJS.ReadStream | undefined
}

interface Stream {
  write(text: string): unknown
  /** True where a person looks at it. */
  isTTY?: boolean
  /** Cells of a line of the terminal. */
  columns?: number
}

/** What a command leaves to its caller. */
export interface Call extends Streams {
  /** Where the command was typed; folders it is given are relative to this. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Milliseconds since the epoch. */
  now: () => number
  /** Of the command. */
  version: string
  /** True where `--json` was given. */
  isJson: boolean
  /** The code the process exits with. */
  exitCode: number
}

const HELP = `
The way results go: reporters send them by themselves. Where one cannot be used,
upload sends the report files of any tool. Then compare says what a change did.

Without further options a command is about the project of the folder it is typed
in, the branch that is checked out, and the newest execution of that branch.

Examples:
  $ npx @svc/cli doctor
      why results do not arrive
  $ npx @svc/cli compare
      what this branch broke
  $ npx @svc/cli help compare
      all about one command

Exit codes:
  0  done
  1  something could not be done; a line says what and why
  2  wrong use of the command
  3  of compare: tests fail because of this change`

/** Runs the command line and gives its exit code; never throws. */
export const runCommand = async (args: string[], streams: Streams): Promise<number> => {
  const call: Call = {
    stdout: streams.stdout,
    stderr: streams.stderr,
    // Looking at it opens it.
    get stdin() {
      return streams.stdin
    },
    folder: startFolder(process.env, process.cwd()),
    env: process.env,
    now: Date.now,
    version: ownVersion(),
    isJson: false,
    exitCode: 0,
  }
  try {
    const program = makeProgram(call)
    refuseUnknownHelp(program, args)
    await program.parseAsync(args, { from: 'user' })
    return call.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    tell(error, call)
    return 1
  }
}

/** Commander would print the whole manual without a word. */
const refuseUnknownHelp = (program: Command, [first, name]: string[]): void => {
  const names = program.commands.map((each) => each.name())
  if (first !== 'help' || name === undefined || name.startsWith('-') || [...names, 'help'].includes(name))
    return
  const meant = nearest(name, names)
  program.error(`error: unknown command '${name}'${meant ? `\n(Did you mean ${meant}?)` : ''}`, {
    exitCode: 2,
  })
}

/** Says why, and what to do next: to programs where they read the output, always to people. */
const tell = (error: unknown, { stdout, stderr, isJson }: Call): void => {
  const message = error instanceof Error ? error.message : String(error)
  const { next, code, retryAfterSeconds } = error instanceof Refusal ? error : new Refusal(message)
  if (isJson)
    stdout.write(`${JSON.stringify({ error: { code, message, next, retryAfterSeconds } }, null, 2)}\n`)
  stderr.write(`svc: ${message}\n${next ? `next: ${next}\n` : ''}`)
}

/** Table of contents: every command, nothing else. */
const makeProgram = (call: Call): Command => {
  const program = configured(new Command('svc'), call)
    .description('Test results that outlive the run.')
    .version(call.version, '-v, --version', 'print the version')
    .addHelpText('after', HELP)
    .hook('preAction', (_program, command) => {
      call.isJson = command.opts().json === true
    })
  const groups: Record<string, Command[]> = {
    'Sending results:': [uploadCommand(call), importCommand(call), flushCommand(call)],
    'Reading results:': [
      executionsCommand(call),
      compareCommand(call),
      failuresCommand(call),
      flakyCommand(call),
      openCommand(call),
    ],
    [SET_UP]: [doctorCommand(call), keysCommand(call), completionCommand(call)],
  }
  for (const [name, commands] of Object.entries(groups))
    for (const command of commands) program.addCommand(configured(command.helpGroup(name), call))
  const help = new Command('help').argument('[command]').description('print the manual of a command')
  return program.addHelpCommand(help.helpGroup(SET_UP))
}

const SET_UP = 'Set-up:'

/** Commander would end the process itself and write past the given streams. */
const configured = (command: Command, call: Call): Command => {
  for (const each of command.commands) configured(each, call)
  return command.exitOverride().configureOutput({
    writeOut: (text) => call.stdout.write(text),
    writeErr: (text) => call.stderr.write(text),
    getOutHelpWidth: () => HELP_WIDTH,
    getErrHelpWidth: () => HELP_WIDTH,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  })
}

/** Examples and shapes are written for it; wider is harder to read. */
const HELP_WIDTH = 80

const ownVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'
}
