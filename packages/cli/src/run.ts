import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { doctorCommand } from './commands/doctor.ts'
import { flushCommand } from './commands/flush.ts'
import { startFolder } from './start-folder.ts'

/** Where a command writes; the process itself, or what a test gives. */
export interface Streams {
  stdout: Stream
  stderr: Stream
}

interface Stream {
  write(text: string): unknown
  /** True where a person looks at it. */
  isTTY?: boolean
}

/** What a command leaves to its caller. */
export interface Call extends Streams {
  /** Where the command was typed; folders it is given are relative to this. */
  folder: string
  /** Of the command. */
  version: string
  /** The code the process exits with. */
  exitCode: number
}

const EXIT_CODES = `
Exit codes:
  0  done
  1  something could not be done; a line says what and why
  2  wrong use of the command`

/** Runs the command line and gives its exit code; never throws. */
export const runCommand = async (args: string[], streams: Streams): Promise<number> => {
  const { stdout, stderr } = streams
  const folder = startFolder(process.env, process.cwd())
  const call: Call = { stdout, stderr, folder, version: ownVersion(), exitCode: 0 }
  try {
    await makeProgram(call).parseAsync(args, { from: 'user' })
    return call.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    call.stderr.write(`svc: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** Table of contents: every command, nothing else. */
const makeProgram = (call: Call): Command => {
  const program = configured(new Command('svc'), call)
    .description('Test results that outlive the run.')
    .version(call.version, '-v, --version', 'print the version')
    .addHelpText('after', EXIT_CODES)
  for (const command of [doctorCommand(call), flushCommand(call)])
    program.addCommand(configured(command, call))
  return program
}

/** Commander would end the process itself and write past the given streams. */
const configured = (command: Command, call: Call): Command =>
  command.exitOverride().configureOutput({
    writeOut: (text) => call.stdout.write(text),
    writeErr: (text) => call.stderr.write(text),
  })

const ownVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'
}
