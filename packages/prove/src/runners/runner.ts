/** Tests of one variant, as a runner selects them. */
interface Selection {
  /** Relative to the folder in which the runner starts, posix. */
  files: string[]
  /** A regular expression of whole names, titles joined by spaces; absent for all tests of the files. */
  names?: string
  /** A project of the runner, such as a browser; empty without one. */
  variant: string
}

/** What makes a runner run files in one worker, in the order in which its command names them. */
export interface InOrder {
  words: string[]
  env: Record<string, string>
  /** A file that the words name, which must be there first. */
  file?: { path: string; text: string }
}

/** How one runner runs a few tests once. */
export interface Runner {
  /** The base names by which a command calls it. */
  names: string[]
  /** The word after the name that runs tests; absent if there is none. */
  verb?: string
  /** Options of the user's command that a trial keeps. Others select tests, repeat them or run them in parallel. */
  kept: string[]
  /** The arguments for these tests, without retries. */
  select(tests: Selection): string[]
  /** The argument that repeats each test in one run; absent if the runner has none. */
  repeat?(times: number): string
  /** The arguments that run the tests of a file in an order of this number; absent if the runner has one order. */
  shuffle?(seed: number): string[]
  inOrder: InOrder
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Somebody else may have named a file: it is no option. */
const asPath = (file: string): string => (file.startsWith('-') ? `./${file}` : file)
const whole = (names: string): string => `^(?:${names})$`

/** Jest sorts files by their last run and their size unless a sequencer leaves them as they are. */
const SEQUENCER = '/tmp/svc-in-order.cjs'

/** The runners by the names that their reporters send. */
export const RUNNERS: Record<string, Runner> = {
  playwright: {
    names: ['playwright', 'playwright.cmd'],
    verb: 'test',
    kept: ['--config', '-c', '--tsconfig', '--timeout', '--ignore-snapshots'],
    // It takes files as regular expressions, and a name starts with its project and file.
    select: ({ files, names, variant }) => [
      ...files.map((file) => `${escapePattern(file).replace(/^-/, '\\-')}$`),
      ...(names === undefined ? [] : [`--grep=(?:${names})$`]),
      ...(variant === '' ? [] : [`--project=${variant}`]),
      '--retries=0',
      '--workers=1',
      '--max-failures=0',
    ],
    repeat: (times) => `--repeat-each=${times}`,
    // Each worker takes the files in the order of their paths, and there is one.
    inOrder: { words: [], env: {} },
  },
  vitest: {
    names: ['vitest', 'vitest.mjs', 'vitest.cmd'],
    verb: 'run',
    kept: [
      '--config',
      '-c',
      '--root',
      '-r',
      '--dir',
      '--mode',
      '--environment',
      '--pool',
      '--isolate',
      '--no-isolate',
      '--globals',
      '--dom',
      '--testTimeout',
      '--hookTimeout',
      '--update',
    ],
    select: ({ files, names, variant }) => [
      ...files.map(asPath),
      ...(names === undefined ? [] : [`--testNamePattern=${whole(names)}`]),
      ...(variant === '' ? [] : [`--project=${variant}`]),
      '--retry=0',
      '--bail=0',
      '--coverage.enabled=false',
    ],
    shuffle: (seed) => ['--sequence.shuffle.tests', `--sequence.seed=${seed}`],
    // No option sets the order of files, so its reporter does.
    inOrder: { words: ['--no-file-parallelism'], env: { SVC_IN_ORDER: '1' } },
  },
  jest: {
    names: ['jest', 'jest.js', 'jest.cmd'],
    kept: ['--config', '-c', '--rootDir', '--env', '--testEnvironment', '--testTimeout', '--forceExit'],
    shuffle: (seed) => ['--randomize', `--seed=${seed}`],
    inOrder: {
      words: [`--testSequencer=${SEQUENCER}`],
      env: {},
      file: {
        path: SEQUENCER,
        text: 'module.exports = class { sort(tests) { return tests } cacheResults() {} }',
      },
    },
    select: ({ files, names, variant }) => [
      ...(names === undefined ? [] : [`--testNamePattern=${whole(names)}`]),
      ...(variant === '' ? [] : [`--selectProjects=${variant}`]),
      '--bail=0',
      // Else a trial writes the snapshot with which it is compared.
      '--ci',
      '--coverage=false',
      '--runInBand',
      '--runTestsByPath',
      ...files.map(asPath),
    ],
  },
}

/** Returns the command that runs all tests with this runner, by its name of a reporter; undefined for an unknown one. */
export const commandOf = (name: string): string[] | undefined => {
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
  const [program] = runner?.names ?? []
  if (!runner || program === undefined) return undefined
  return ['npx', '--no', program, ...(runner.verb === undefined ? [] : [runner.verb])]
}
