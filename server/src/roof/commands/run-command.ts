import { Command, CommanderError } from 'commander'
import { CommandError } from '../../ground/kernel/command-error.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import { ConfigError } from '../config.ts'
import { addCopyArtifacts } from './copy-artifacts.ts'
import { addDataCommands } from './data.ts'
import { addKeyCommands } from './keys.ts'
import { addOrganizationCommands } from './organizations.ts'
import { addPeopleCommands } from './people.ts'

/** Runs `svc-server` with the arguments of the process and sets its exit code. `start` starts the server. */
export async function runCommand(environment: NodeJS.ProcessEnv, start: () => Promise<void>): Promise<void> {
  const program = new Command('svc-server')
    .description(
      'Starts the server, or manages its data on its own machine (SVC_DATA or DATABASE_URL), also while it runs.',
    )
    .version(SERVER_VERSION, '-v, --version', 'print the version')
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
  program
    .command('start')
    .description(
      'Starts the server, as svc-server without a command does. It prints its address, and at the first start a link and a key.',
    )
    .action(start)
  addKeyCommands(program, environment)
  addPeopleCommands(program, environment)
  addOrganizationCommands(program, environment)
  addDataCommands(program, environment)
  addCopyArtifacts(program, environment)
  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}

/** 0: done. 1: refused or failed. 2: the command line itself is wrong. */
function exitCodeOf(error: unknown): number {
  // Commander has printed its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const isKnown = error instanceof Problem || error instanceof CommandError || error instanceof ConfigError
  process.stderr.write(`${isKnown ? error.message : (error as Error)?.stack}\n`)
  return 1
}
