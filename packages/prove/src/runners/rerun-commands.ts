import { commandOf, RUNNERS } from './runner.ts'

/** A test by its name, as a runner selects it. */
export interface NamedTest {
  file: string
  titles: string[]
  variant: string
}

/**
 * Returns POSIX shell commands that run only these tests this many times, one for each variant; none for an unknown runner.
 * Names are untrusted text, so each word is quoted.
 */
export const rerunCommands = (name: string, tests: NamedTest[], times: number): string[] => {
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
  const program = commandOf(name)
  if (!runner || !program) return []
  const variants = [...new Set(tests.map(({ variant }) => variant))]
  return variants.map((variant) => {
    const own = tests.filter((test) => test.variant === variant)
    const selected = runner.select({
      files: [...new Set(own.map(({ file }) => file.replace(/\p{Cc}/gu, '?')))],
      names: [...new Set(own.map(({ titles }) => escapePattern(titles.join(' '))))].join('|'),
      variant,
    })
    const words = runner.repeat ? [...selected, runner.repeat(times)] : selected
    const command = [...program, ...words.map(quote)].join(' ')
    // Every run is an execution of its own; a failed one does not stop the others.
    return runner.repeat || times === 1 ? command : `for run in $(seq ${times}); do ${command}; done`
  })
}

/** A word that a shell reads as it is stays plain. */
const quote = (text: string) => (/^[\w./:=@,+-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`)

/** Escapes a text for a regular expression; a control character matches any character. */
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\p{Cc}/gu, '.')
