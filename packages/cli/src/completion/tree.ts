import type { Command, Option } from 'commander'

/** What can be typed after a command. */
export interface Place {
  /** From `svc` on: `svc keys list`. */
  path: string
  commands: { name: string; description: string }[]
  options: {
    flags: string[]
    description: string
    takesValue: boolean
    /** True where the value is a folder. */
    takesFolder: boolean
    values: string[]
  }[]
  /** True where its arguments are files or folders. */
  takesFiles: boolean
  /** Words its first argument may be. */
  words: string[]
}

/** What options take that would cost every command to know, by their flag. */
type Values = Record<string, string[]>

const FILES = /^(?:files|folder|globs|patterns)$/

/** Every command of the program with what it takes; its own help command included. */
export const placesOf = (program: Command, values: Values = {}): Place[] => {
  const root = placeOf(program, 'svc', values)
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
  return [placeOf(command, path, values), ...command.commands.flatMap((each) => below(each, path, values))]
}

const placeOf = (command: Command, path: string, values: Values): Place => {
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
  // An optional value stands behind a =, never as the next word.
  takesValue: option.required,
  takesFolder: option.required && option.flags.endsWith('<folder>'),
  values: option.argChoices ?? values[option.long ?? ''] ?? [],
})
