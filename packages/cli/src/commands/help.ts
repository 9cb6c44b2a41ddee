import { nearest } from '@svc/client/cli'
import { Command } from 'commander'

/** `svc help`: prints the manual of a command or subcommand; Commander's own help knows no subcommands. */
export const helpCommand = (): Command =>
  new Command('help')
    .description('print the manual of a command')
    .argument('[command...]', 'its name, such as compare or keys create')
    .action((names: string[], _options: object, command: Command) => {
      let current = command.parent ?? command
      for (const name of names) {
        const below = current.commands.find((each) => each.name() === name)
        if (!below) return refuse(command, name, current)
        current = below
      }
      current.outputHelp()
    })

const refuse = (command: Command, name: string, above: Command): never => {
  const names = above.commands.map((each) => each.name())
  const meant = nearest(name, names)
  return command.error(`error: unknown command '${name}'${meant ? `\n(Did you mean ${meant}?)` : ''}`, {
    exitCode: 2,
  })
}
