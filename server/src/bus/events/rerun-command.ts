/** A test by its name, as a runner selects it. */
export interface NamedTest {
  file: string
  titles: string[]
  variant: string
}

/**
 * POSIX shell commands that run only these tests this many times, one command for each variant;
 * empty for an unknown runner. Names are untrusted text, so each is quoted.
 */
export function rerunCommands(runner: string, tests: NamedTest[], times: number): string[] {
  const commandOf = RUNNERS[runner]
  if (!commandOf) return []
  return [...Map.groupBy(tests, (test) => test.variant)].map(([variant, some]) =>
    commandOf({
      files: [...new Set(some.map((test) => fileOf(test.file)))].map(quote).join(' '),
      names: [...new Set(some.map((test) => escapePattern(test.titles.join(' '))))].join('|'),
      variant,
      times,
    }),
  )
}

interface Parts {
  files: string
  /** Alternatives of a regular expression. */
  names: string
  variant: string
  times: number
}

const RUNNERS: Record<string, (parts: Parts) => string> = {
  // Its pattern starts with the project and the file.
  playwright: ({ files, names, variant, times }) =>
    `npx playwright test ${files} --grep ${quote(`(?:${names})$`)}${option('project', variant)} --repeat-each=${times} --retries=0`,
  vitest: ({ files, names, variant, times }) =>
    repeated(
      `npx vitest run ${files} --testNamePattern ${whole(names)}${option('project', variant)} --retry=0`,
      times,
    ),
  jest: ({ files, names, variant, times }) =>
    repeated(
      `npx jest --testNamePattern ${whole(names)}${option('selectProjects', variant)} --runTestsByPath ${files}`,
      times,
    ),
}

const whole = (names: string) => quote(`^(?:${names})$`)
const option = (name: string, value: string) => (value === '' ? '' : ` --${name}=${quote(value)}`)

/** Every run is an execution of its own; a failed one does not stop the others. */
const repeated = (command: string, times: number) =>
  times === 1 ? command : `for run in $(seq ${times}); do ${command}; done`

const quote = (text: string) => `'${text.replace(/'/g, "'\\''")}'`

/** Escapes a text for a regular expression; a control character matches any character. */
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\p{Cc}/gu, '.')

/** A path that no runner mistakes for an option. */
const fileOf = (file: string) => {
  const plain = file.replace(/\p{Cc}/gu, '?')
  return plain.startsWith('-') ? `./${plain}` : plain
}
