import './require-node.js'
import { type Command, stages } from './verify/steps.ts'
import { verify } from './verify/verify.ts'

/** What follows the command in the root's package.json. */
const COMMANDS: Record<string, Command> = { '': 'test', '--all': 'test:all', '--matrix': 'test:matrix' }

const args = process.argv.slice(2).join(' ')
const command = COMMANDS[args]
if (command === undefined) {
  process.stderr.write(`Unknown arguments ${args}. Known: --all, --matrix\n`)
  process.exit(2)
}
process.exitCode = (await verify(stages(command))) ? 0 : 1
