import type { Place } from './tree.ts'

/** Returns a script for zsh, to evaluate or to store in a folder of fpath as `_svc`. */
export const zshScript = (places: Place[]): string => `#compdef svc
# Completion of svc for zsh.
_svc() {
  local at=svc word i
  local -a commands options
  for (( i = 2; i < CURRENT; i++ )); do
    word=$words[i]
    case "$at $word" in
${places
  .slice(1)
  .map(({ path }) => `      ${quoted(path)}) at="$at $word" ;;`)
  .join('\n')}
    esac
  done
  case "$at $words[CURRENT-1]" in
${places.flatMap(valueArms).join('\n')}
  esac
  case "$at" in
${places.map(placeArm).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_svc" ]; then
  _svc "$@"
else
  compdef _svc svc
fi
`

const valueArms = ({ path, options }: Place): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, values, takesFolder }) => {
      const when = flags.map((flag) => quoted(`${path} ${flag}`)).join('|')
      const offer = values.length > 0 ? `compadd -- ${values.join(' ')}` : '_message value'
      return `    ${when}) ${takesFolder ? '_files -/' : offer}; return ;;`
    })

const placeArm = ({ path, commands, options, takesFiles, words }: Place): string => {
  const described = [
    ...commands.map(({ name, description }) => entry(name, description)),
    ...words.map((word) => quoted(word)),
  ]
  const flags = options.flatMap((option) => option.flags.map((flag) => entry(flag, option.description)))
  return `    ${quoted(path)})
      commands=(${described.join(' ')})
      options=(${flags.join(' ')})
      if [[ $PREFIX == -* ]]; then
        _describe -o option options
      else
        (( $#commands )) && _describe command commands
        ${takesFiles ? '_files' : ':'}
      fi
      ;;`
}

const entry = (name: string, description: string) => quoted(`${name.replaceAll(':', '\\:')}:${description}`)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
