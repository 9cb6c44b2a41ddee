import { readFileSync } from 'node:fs'
import { inOwnCommands } from '@svc/client/svc-command'
import { Command, CommanderError } from 'commander'
import type { Call, Streams } from './call.ts'
import { agentCommand } from './commands/agent.ts'
import { apiCommand } from './commands/api.ts'
import { artifactCommand } from './commands/artifact.ts'
import { bisectCommand } from './commands/bisect.ts'
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
import { initCommand } from './commands/init.ts'
import { keysCommand } from './commands/keys.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { mcpCommand } from './commands/mcp.ts'
import { openCommand } from './commands/open.ts'
import { DEFAULT_WAIT } from './commands/options.ts'
import { proveCommand } from './commands/prove.ts'
import { renameCommand } from './commands/rename.ts'
import { runTestsCommand } from './commands/run.ts'
import { uploadCommand } from './commands/upload.ts'
import { Refusal } from './refusal.ts'
import { startFolder } from './start-folder.ts'
import { say } from './terminal/messages.ts'
import { toJson } from './terminal/to-json.ts'

const HELP = `
Reporters send results automatically. For tools without a reporter, upload sends
their report files. Then compare shows what a change broke.

By default, a command uses the project of the current folder, the current
branch, and the newest execution of that branch.

Examples:
  $ npx --no svc doctor
      find out why results do not arrive
  $ npx --no svc compare
      show what this branch broke
  $ npx --no svc help compare
      print the manual of one command

Exit codes:
  0  success
  1  the command failed; a line says why and what to do
  2  wrong usage
  3  compare: the gate failed
  4  compare --wait, comment --wait, bisect, agent listen --timeout: time ran out

With --json, each command prints one JSON document. If the command fails, it is
  { "error": { "code", "message", "next"?, "retryAfterSeconds"? } }

Environment:
  SVC_API_KEY  API key; SVC_URL is the address of the server. Without a key,
               commands use the one that svc login stored.
  NO_COLOR     any value turns colours off
  FORCE_COLOR  any value except 0 turns colours on, in pipes too`

/** Runs the command line and returns its exit code; never throws. */
export const runCommand = async (args: string[], streams: Streams): Promise<number> => {
  const call: Call = {
    stdout: streams.stdout,
    stderr: streams.stderr,
    // A getter, because reading the property opens the stream.
    get stdin() {
      return streams.stdin
    },
    onInterrupt: streams.onInterrupt,
    holdSignals: streams.holdSignals,
    endBy: streams.endBy,
    args,
    folder: startFolder(process.env, process.cwd()),
    env: process.env,
    now: Date.now,
    version: ownVersion(),
    isJson: hasJsonFlag(args),
    exitCode: 0,
  }
  const program = makeProgram(call)
  try {
    await program.parseAsync(withDefaults(args), { from: 'user' })
    return call.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      tell(error, call)
      return error instanceof Refusal ? error.exitCode : 1
    }
    if (error.exitCode === 0) return 0
    tellWrongUse(error, pathIn(program, args), call)
    return 2
  }
}

/** Read before the arguments are parsed, because parse errors are printed as JSON too. */
const hasJsonFlag = (args: string[]): boolean => {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}

/** Gives `--wait` its default, because Commander would take the next argument for its value. */
const withDefaults = (args: string[]): string[] => {
  const end = args.indexOf('--')
  return args.map((arg, at) =>
    arg === '--wait' && (end === -1 || at < end) ? `--wait=${DEFAULT_WAIT}` : arg,
  )
}

/** Returns the path of the named command as far as it exists: `keys create`. */
const pathIn = (program: Command, args: string[]): string => {
  const names: string[] = []
  let current = program
  for (const arg of args) {
    const below = current.commands.find((each) => each.name() === arg)
    if (!below) break
    names.push(arg)
    current = below
  }
  return names.filter((name) => name !== 'help').join(' ')
}

/** Prints the error and the next step: on standard error, and as JSON if `--json` was given. */
const tell = (error: unknown, call: Call): void => {
  const message = error instanceof Error ? error.message : String(error)
  const { next, code, retryAfterSeconds } = error instanceof Refusal ? error : new Refusal(message)
  printError(call, { code, message, next, retryAfterSeconds })
  say(call, 'svc: ', message)
  if (next) say(call, 'next: ', next)
}

const tellWrongUse = ({ message, code }: CommanderError, path: string, call: Call): void => {
  const manual = `npx --no svc help${path && ` ${path}`}`
  // Commander has already printed the list of commands to standard error.
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

/** Prints the error as one JSON document if `--json` was given. */
const printError = ({ stdout, isJson, folder }: Call, error: object): void => {
  if (isJson) stdout.write(`${inOwnCommands(toJson({ error }, 2), folder)}\n`)
}

/** Builds the program with every command. */
const makeProgram = (call: Call): Command => {
  const program = configured(new Command('svc'), call)
    .description('Sends, compares and explains test results.')
    .version(call.version, '-v, --version', 'print the version')
    .addHelpText('after', HELP)
    .hook('preAction', async (_program, command) => {
      const { json, url } = command.opts()
      call.isJson = json === true
      if (!usesLogin(command)) return
      const { withLogin } = await import('./login/with-login.ts')
      call.env = await withLogin(call.env, typeof url === 'string' ? url : undefined)
    })
    .helpCommand(false)
    .enablePositionalOptions()
  const groups: Record<string, Command[]> = {
    'Running tests:': [runTestsCommand(call), proveCommand(call), bisectCommand(call)],
    'Sending results:': [uploadCommand(call), importCommand(call), flushCommand(call)],
    'Reading results:': [
      executionsCommand(call),
      compareCommand(call),
      commentCommand(call),
      failuresCommand(call),
      flakyCommand(call),
      artifactCommand(call),
      renameCommand(call),
      openCommand(call),
    ],
    'Agents:': [mcpCommand(call), agentCommand(call), apiCommand(call)],
    'Sharing knowledge:': [docsCommand(call)],
    [SET_UP]: [
      initCommand(call),
      loginCommand(call),
      logoutCommand(call),
      doctorCommand(call),
      keysCommand(call),
      completionCommand(call),
      helpCommand(),
    ],
  }
  for (const [name, commands] of Object.entries(groups))
    for (const command of commands) program.addCommand(configured(command.helpGroup(name), call))
  return program
}

const SET_UP = 'Set-up:'

/** Commands that manage logins, and doctor, which reads the login as reporters do. */
const LOGINLESS = ['login', 'logout', 'doctor']

/** True for commands that ask the server. `mcp doctor` is one of them. */
const usesLogin = (command: Command): boolean =>
  command.options.some(({ long }) => long === '--url') &&
  !(command.parent?.parent === null && LOGINLESS.includes(command.name()))

/** Keeps Commander from exiting the process and from writing past the given streams. */
const configured = (command: Command, call: Call): Command => {
  for (const each of command.commands) configured(each, call)
  if (command.commands.length > 0) command.helpCommand('help [command]', 'print the manual of a command')
  return command
    .helpOption('-h, --help', 'print this manual')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => call.stdout.write(text),
      writeErr: (text) => call.stderr.write(text),
      // Errors are printed at the end, wrapped for the terminal and as JSON.
      outputError: () => undefined,
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
}

/** Cells; examples and JSON shapes are written for this width. */
const HELP_WIDTH = 80

const ownVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'
}
