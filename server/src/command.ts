#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { addDataCommands } from './commands/data.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addOrganizationCommands } from './commands/organizations.ts'
import { addPeopleCommands } from './commands/people.ts'
import { ConfigError } from './config.ts'
import { CommandError } from './kernel/command-error.ts'
import { Problem } from './kernel/problem.ts'

const program = new Command('svc-server')
  .description(
    'Manages the data of a server on its own machine: SVC_DATA or DATABASE_URL, also while it runs.',
  )
  .showHelpAfterError('(add --help for usage)')
  .exitOverride()
addKeyCommands(program, process.env)
addPeopleCommands(program, process.env)
addOrganizationCommands(program, process.env)
addDataCommands(program, process.env)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

/** 0: done. 1: refused or failed. 2: the command line itself is wrong. */
function exitCodeOf(error: unknown): number {
  // Commander has printed its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const isKnown = error instanceof Problem || error instanceof CommandError || error instanceof ConfigError
  process.stderr.write(`${isKnown ? error.message : (error as Error)?.stack}\n`)
  return 1
}
