import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { commentCommand } from './commands/comment.ts'
import { compareCommand } from './commands/compare.ts'
import { completionCommand } from './commands/completion.ts'
import { docsCommand } from './commands/docs.ts'
import { doctorCommand } from './commands/doctor.ts'
import { executionsCommand } from './commands/executions.ts'
import { failuresCommand } from './commands/failures.ts'
import { flakyCommand } from './commands/flaky.ts'
import { flushCommand } from './commands/flush.ts'
import { helpCommand } from './commands/help.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { openCommand } from './commands/open.ts'
import { uploadCommand } from './commands/upload.ts'
import { DEFAULT_WAIT } from './commands/wait-option.ts'
import { Refusal } from './refusal.ts'
import { startFolder } from './start-folder.ts'
import { say } from './terminal/messages.ts'

/** Where a command writes and asks; the process itself, or what a test gives. */
export interface Streams {
  stdout: Stream
  stderr: Stream
  stdin?: NodeJS.ReadStream | undefined
  /** Does something before the process is ended from outside, as by Ctrl-C; gives what takes it back. */
  onInterrupt?: ((act: () => void) => () => void) | undefined
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
  3  of compare: tests fail because of this change
  4  of compare --wait and comment --wait: the time ran out

With --json each of them prints one JSON document; of a refusal it is
  { "error": { "code", "message", "next"?, "retryAfterSeconds"? } }

Environment:
  SVC_API_KEY  key of the server; its address is SVC_URL
  NO_COLOR     any value turns colours off
  FORCE_COLOR  any value but 0 turns colours on, in pipes too`

/** Runs the command line and gives its exit code; never throws. */
export const runCommand = async (args: string[], streams: Streams): Promise<number> => {
  const call: Call = {
    stdout: streams.stdout,
    stderr: streams.stderr,
    // Looking at it opens it.
    get stdin() {
      return streams.stdin
    },
    onInterrupt: streams.onInterrupt,
    folder: startFolder(process.env, process.cwd()),
    env: process.env,
    now: Date.now,
    version: ownVersion(),
    isJson: isJsonAsked(args),
    exitCode: 0,
  }
  const program = makeProgram(call)
  try {
    await program.parseAsync(args.map(withDefault), { from: 'user' })
    return call.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      tell(error, call)
      return 1
    }
    if (error.exitCode === 0) return 0
    tellWrongUse(error, pathIn(program, args), call)
    return 2
  }
}

/** Known before the line is understood, since what is wrong with it is told as JSON too. */
const isJsonAsked = (args: string[]): boolean => {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}

/** Commander would take what stands behind it, as a branch, for its value. */
const withDefault = (arg: string): string => (arg === '--wait' ? `--wait=${DEFAULT_WAIT}` : arg)

/** The command that was meant, as far as its names are right: `keys create`. */
const pathIn = (program: Command, args: string[]): string => {
  const names: string[] = []
  let at = program
  for (const arg of args) {
    const below = at.commands.find((each) => each.name() === arg)
    if (!below) break
    names.push(arg)
    at = below
  }
  return names.filter((name) => name !== 'help').join(' ')
}

/** Says why, and what to do next: to programs where they read the output, always to people. */
const tell = (error: unknown, call: Call): void => {
  const message = error instanceof Error ? error.message : String(error)
  const { next, code, retryAfterSeconds } = error instanceof Refusal ? error : new Refusal(message)
  printError(call, { code, message, next, retryAfterSeconds })
  say(call, 'svc: ', message)
  if (next) say(call, 'next: ', next)
}

const tellWrongUse = ({ message, code }: CommanderError, path: string, call: Call): void => {
  const manual = `npx @svc/cli help${path && ` ${path}`}`
  // The contents stand on standard error already.
  if (code === 'commander.help') {
    printError(call, { code: 'WRONG_USE', message: 'a command is missing', next: manual })
    return
  }
  const [what = '', ...more] = message.replace(/^error: /, '').split('\n')
  const meant = /^\(Did you mean (.+)\?\)$/.exec(more[0] ?? '')?.[1]
  const rest = (meant ? more.slice(1) : more).join(' ')
  const next = `${meant ? `did you mean ${meant}? ` : ''}${manual}`
  printError(call, { code: 'WRONG_USE', message: rest ? `${what}; ${rest}` : what, next })
  say(call, 'error: ', rest ? `${what}\n${rest}` : what)
  say(call, 'next: ', next)
}

/** One document on standard output, where programs read it. */
const printError = ({ stdout, isJson }: Call, error: object): void => {
  if (isJson) stdout.write(`${JSON.stringify({ error }, null, 2)}\n`)
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
    .helpCommand(false)
  const groups: Record<string, Command[]> = {
    'Sending results:': [uploadCommand(call), importCommand(call), flushCommand(call)],
    'Reading results:': [
      executionsCommand(call),
      compareCommand(call),
      commentCommand(call),
      failuresCommand(call),
      flakyCommand(call),
      openCommand(call),
    ],
    'Sharing knowledge:': [docsCommand(call)],
    [SET_UP]: [doctorCommand(call), keysCommand(call), completionCommand(call), helpCommand()],
  }
  for (const [name, commands] of Object.entries(groups))
    for (const command of commands) program.addCommand(configured(command.helpGroup(name), call))
  return program
}

const SET_UP = 'Set-up:'

/** Commander would end the process itself and write past the given streams. */
const configured = (command: Command, call: Call): Command => {
  for (const each of command.commands) configured(each, call)
  if (command.commands.length > 0) command.helpCommand('help [command]', 'print the manual of a command')
  return command
    .helpOption('-h, --help', 'print this manual')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => call.stdout.write(text),
      writeErr: (text) => call.stderr.write(text),
      // Told in the end, in lines as wide as the terminal, and as JSON.
      outputError: () => undefined,
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
