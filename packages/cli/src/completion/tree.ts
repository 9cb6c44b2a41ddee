import type { Command, Option } from 'commander'

/** The possible completions after a command. */
export interface Place {
  /** The command with `svc`: `svc keys list`. */
  path: string
  commands: { name: string; description: string }[]
  options: {
    flags: string[]
    description: string
    takesValue: boolean
    /** True if the value is a folder. */
    takesFolder: boolean
    values: string[]
  }[]
  /** True if its arguments are files or folders. */
  takesFiles: boolean
  /** Allowed values of its first argument. */
  words: string[]
}

/** Values of options by flag, for the ones that are expensive to compute in every command. */
type Values = Record<string, string[]>

const FILES = /^(?:files|folder|globs|patterns)$/

/** Returns every command of the program with its completions, the help command included. */
export const placesOf = (program: Command, values: Values = {}): Place[] => {
  const root = completedPlaceOf(program, 'svc', values)
  const places = program.commands.flatMap((each) => below(each, 'svc', values))
  const groups = places.filter(({ commands }) => commands.length > 0)
  const help = (path: string, { commands }: Place): Place => ({
    path,
    commands: commands.filter(({ name }) => name !== 'help'),
    options: [],
    takesFiles: false,
    words: [],
  })
  return [
    root,
    help('svc help', root),
    ...groups.map((group) => help(group.path.replace(/^svc/, 'svc help'), group)),
    ...places.filter(({ path }) => path !== 'svc help'),
  ]
}

const below = (command: Command, above: string, values: Values): Place[] => {
  const path = `${above} ${command.name()}`
  return [
    completedPlaceOf(command, path, values),
    ...command.commands.flatMap((each) => below(each, path, values)),
  ]
}

const completedPlaceOf = (command: Command, path: string, values: Values): Place => {
  const args = command.registeredArguments
  return {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => describe(option, values)),
    takesFiles: args.some((argument) => FILES.test(argument.name())),
    words: args[0]?.argChoices ?? [],
  }
}

const describe = (option: Option, values: Values) => ({
  flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
  description: option.description.replace(/ \((?:default|choices): .*$/, ''),
  // An optional value follows a =, never as the next word.
  takesValue: option.required,
  takesFolder: option.required && option.flags.endsWith('<folder>'),
  values: option.argChoices ?? values[option.long ?? ''] ?? [],
})
