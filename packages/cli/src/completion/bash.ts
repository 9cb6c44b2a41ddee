import type { Place } from './tree.ts'

/** Returns a script for bash 3.2 and newer: `eval "$(svc completion bash)"`. */
export const bashScript = (places: Place[]): string => `# Completion of svc for bash.
_svc() {
  local cur prev at word i
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  # Bash takes "--status=failed" apart.
  if [ "$cur" = "=" ]; then
    cur=""
  elif [ "$prev" = "=" ]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  at="svc"
  i=1
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    case "$at $word" in
${arms(places.slice(1).map(({ path }) => ({ when: [path], run: 'at="$at $word"' })))}
    esac
    i=$((i + 1))
  done
  case "$at $prev" in
${arms(places.flatMap(valueArms))}
  esac
  case "$at" in
${arms(places.map((place) => ({ when: [place.path], run: completeArm(place) })))}
  esac
}
complete -F _svc svc
`

interface Arm {
  when: string[]
  run: string
}

const arms = (all: Arm[]): string =>
  all.map(({ when, run }) => `    ${when.map((each) => `"${each}"`).join('|')}) ${run} ;;`).join('\n')

/** After an option with a value: its values or folders; nothing if the value is free text. */
const valueArms = ({ path, options }: Place): Arm[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, values, takesFolder }) => ({
      when: flags.map((flag) => `${path} ${flag}`),
      run: takesFolder
        ? `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$cur")); return`
        : `COMPREPLY=(${values.length > 0 ? `$(compgen -W "${values.join(' ')}" -- "$cur")` : ''}); return`,
    }))

const completeArm = ({ commands, options, takesFiles, words }: Place): string => {
  const flags = options.flatMap((option) => option.flags.filter((flag) => flag.startsWith('--')))
  const names = [...commands.map(({ name }) => name), ...words]
  const offer = (list: string[]) => `COMPREPLY=($(compgen -W "${list.join(' ')}" -- "$cur"))`
  // File names may contain spaces, so only line ends separate them.
  const files = takesFiles
    ? `; compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$cur"))`
    : ''
  return `case "$cur" in -*) ${offer(flags)} ;; *) ${offer(names)}${files} ;; esac`
}
