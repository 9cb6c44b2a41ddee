import { bashScript } from './bash.ts'
import type { Place } from './tree.ts'
import { zshScript } from './zsh.ts'

/** Returns a script for fish 3 and newer: `svc completion fish | source`. */
const fishScript = (places: Place[]): string => {
  const lines = places.flatMap((place) => linesOf(place, places))
  return `# Completion of svc for fish.\ncomplete -c svc -f\n${lines.join('\n')}\n`
}

const linesOf = (place: Place, places: Place[]): string[] => {
  const { commands, options, takesFiles, words } = place
  const rule = `complete -c svc -n ${quoted(conditionOf(place, places))}`
  return [
    ...commands.map(({ name, description }) => `${rule} -a ${name} -d ${quoted(description)}`),
    ...(words.length > 0 ? [`${rule} -a ${quoted(words.join(' '))}`] : []),
    ...(takesFiles ? [`${rule} -F`] : []),
    ...options.map(({ flags, description, takesValue, takesFolder, values }) =>
      [
        rule,
        ...flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)),
        ...(takesValue ? ['-x'] : []),
        ...(values.length > 0 ? [`-a ${quoted(values.join(' '))}`] : []),
        ...(takesFolder ? [`-a '(__fish_complete_directories (commandline -ct))'`] : []),
        `-d ${quoted(description)}`,
      ].join(' '),
    ),
  ]
}

/** Returns the condition for a command's completions: after the command, and before a subcommand. */
const conditionOf = ({ path, commands }: Place, places: Place[]): string => {
  const [, ...names] = path.split(' ')
  if (names.length === 0) return '__fish_use_subcommand'
  const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`)
  const isGroup = places.some((each) => each.path.startsWith(`${path} `))
  const next = commands.map(({ name }) => name).join(' ')
  return [...seen, ...(isGroup ? [`not __fish_seen_subcommand_from ${next}`] : [])].join('; and ')
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The function for each shell that returns its script. */
export const SCRIPTS: Record<'bash' | 'zsh' | 'fish', (places: Place[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
