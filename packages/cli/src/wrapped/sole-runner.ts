import { basename, dirname, join } from 'node:path'
import { field, readJson } from '../project/json.ts'

/** Other lists, pipes, redirections, groups, comments and escapes. */
const MORE = /[;|&<>()`\\{}#]/

/** Where a command runs. */
export interface Place {
  folder: string
  env: NodeJS.ProcessEnv
  /** True if report files have the results, and not a reporter. */
  hasReports: boolean
}

/**
 * Why the exit code of a command may have another cause than the tests whose results arrived; null if it starts one
 * test runner and nothing after it. A second runner, a package without a reporter or a linter would go unseen.
 */
export const whyNotSole = (words: string[], place: Place, depth = 0): string | null => {
  const [program = '', ...args] = withoutVariables(words)
  const name = nameOf(program)
  if (depth > DEEPEST || ORCHESTRATORS.has(name)) return `${name} may start more than one test runner`
  if (MANAGERS.has(name)) return whyOfManager(name, args, place, depth)
  if (SHELLS.has(name)) {
    const text = /^-\w*c$/.test(args[0] ?? '') ? args[1] : undefined
    return text === undefined ? `${name} may start more than one test runner` : whyOfText(text, place, depth)
  }
  const inner = unwrapped(name, args)
  if (inner) return whyNotSole(inner, place, depth + 1)
  if (isRunner(name, program, args)) return place.hasReports ? whyCutShort(name, args, place) : null
  if (place.hasReports && TOOLS.has(name)) return whyCutShort(name, args, place)
  return `svc cannot tell whether ${name || 'an empty command'} starts anything besides one test runner`
}

const DEEPEST = 8
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh'])
const ORCHESTRATORS = new Set(
  'turbo nx lerna rush wireit make gmake just task concurrently npm-run-all run-s run-p rake tox nox bazel pants xargs parallel'.split(
    ' ',
  ),
)
/** Tools without a reporter, which write report files. */
const TOOLS = new Set(
  'pytest py.test go gotestsum ginkgo cargo cargo-nextest dotnet rspec phpunit mocha ava cypress ctest swift mix bats gradle gradlew mvn mvnw sbt deno'.split(
    ' ',
  ),
)
/** Programs that start the program that follows their options. */
const WRAPPERS = new Set('npx bunx cross-env env dotenv nyc c8 time nice xvfb-run'.split(' '))
/** Programs that do so after a word. */
const RUN_WORD = new Map([
  ['poetry', 'run'],
  ['uv', 'run'],
  ['pipenv', 'run'],
  ['bundle', 'exec'],
])
const RUNNERS = new Set(['vitest', 'jest', 'playwright'])

const nameOf = (program: string) =>
  basename(program.replaceAll('\\', '/')).replace(/\.(?:cmd|exe|bat|ps1|[mc]?js)$/i, '')

const withoutVariables = (words: string[]): string[] => {
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** Playwright's own file is `@playwright/test/cli.js`. */
const isRunner = (name: string, program: string, args: string[]): boolean =>
  (name === 'cli' && /playwright[\\/]/.test(program) && args[0] === 'test') ||
  (RUNNERS.has(name) && (name !== 'playwright' || args[0] === 'test'))

const unwrapped = (name: string, args: string[]): string[] | null => {
  const word = RUN_WORD.get(name)
  if (word !== undefined) return args[0] === word ? args.slice(1) : null
  if (name === 'python' || name === 'python3') return args[0] === '-m' ? args.slice(1) : null
  if (name === 'node') return afterOptions(args, NODE_OPTIONS)
  return WRAPPERS.has(name) ? afterOptions(args, NO_VALUES) : null
}

const NO_VALUES = new Set<string>()
/** Options whose value is the next word. */
const NODE_OPTIONS = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
])

const afterOptions = (args: string[], withValue: ReadonlySet<string>): string[] | null => {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string
    if (word === '--') return args.slice(at + 1)
    if (/^(?:-e|-p|--eval|--print|-c|--call)$/.test(word)) return null
    if (withValue.has(word)) at++
    else if (!word.startsWith('-')) return args.slice(at)
  }
  return null
}

/** The package manager runs a program of the package, or a script of its manifest. */
function whyOfManager(name: string, args: string[], place: Place, depth: number): string | null {
  const rest = args.filter((word) => !/^(?:-s|--silent|--if-present)$/.test(word))
  const [first = '', second = ''] = rest
  if (first.startsWith('-') || rest.slice(0, 3).some((word) => SEVERAL.test(word)))
    return `${name} ${first} may run several packages`
  if (first === 'exec' || first === 'x' || first === 'dlx') {
    const inner = afterOptions(rest.slice(1), NO_VALUES)
    return inner ? whyNotSole(inner, place, depth + 1) : `svc cannot read ${name} ${first}`
  }
  const script =
    first === 'run' || first === 'run-script' ? second : /^(?:t|tst)$/.test(first) ? 'test' : first
  const after = rest.slice(first.startsWith('run') ? 2 : 1)
  const several = after.find((word) => SEVERAL.test(word))
  if (several) return `${name} ${several} may run several packages`
  const text = scriptIn(place.folder, script)
  if (text !== undefined)
    return whyOfText([text, ...after.filter((word) => word !== '--').map(quoted)].join(' '), place, depth)
  // Yarn, pnpm and bun start a program as they start a script.
  return name === 'npm' ? `package.json has no script ${script}` : whyNotSole(rest, place, depth + 1)
}

const SEVERAL = /^(?:-w|-ws|-r|-F|--workspaces?(?:=.*)?|--recursive|--filter(?:=.*)?|workspaces?|foreach)$/
const quoted = (word: string) => `'${word.replaceAll("'", '')}'`

const scriptIn = (folder: string, script: string): string | undefined => {
  const manifest = readJson(join(folder, 'package.json'))
  if (manifest === undefined && dirname(folder) !== folder) return scriptIn(dirname(folder), script)
  const text = field(field(manifest, 'scripts'), script)
  return typeof text === 'string' ? text : undefined
}

/** What precedes the runner has succeeded if the runner reported; it must have no tests of its own. */
function whyOfText(text: string, place: Place, depth: number): string | null {
  const chain = chainOf(text)
  const last = chain?.at(-1)
  if (!chain || !last) return `"${text}" does more than start one test runner`
  const before = chain.slice(0, -1).find((words) => mayTest(words, place, depth))
  return before ? `"${before.join(' ')}" may run tests, too` : whyNotSole(last, place, depth + 1)
}

const mayTest = (words: string[], place: Place, depth: number): boolean => {
  const [program = '', ...args] = withoutVariables(words)
  const name = nameOf(program)
  if (
    depth > DEEPEST ||
    ORCHESTRATORS.has(name) ||
    SHELLS.has(name) ||
    TOOLS.has(name) ||
    /[\\/]/.test(program)
  )
    return true
  if (RUNNERS.has(name)) return name !== 'playwright' || args[0] === 'test'
  const inner = unwrapped(name, args)
  if (inner) return mayTest(inner, place, depth + 1)
  if (!MANAGERS.has(name)) return name === 'node'
  const script = /^run(?:-script)?$/.test(args[0] ?? '') ? args[1] : args[0]
  const text = script === undefined ? undefined : scriptIn(place.folder, script)
  const chain = text === undefined ? null : chainOf(text)
  return chain === null || chain.some((each) => mayTest(each, place, depth + 1))
}

/** A report file does not say which tests a run that ended early left out. */
function whyCutShort(name: string, args: string[], { env }: Place): string | null {
  const words = [...args, ...(env.PYTEST_ADDOPTS ?? '').split(/\s+/)]
  const early = words.find(
    (word) => EARLY.test(word) || (/^py\.?test$/.test(name) && /^-[a-z]+$/.test(word) && word.includes('x')),
  )
  if (early) return `${early} ends the run at a failure, and a report does not say what did not run`
  const [option] = WHOLE.get(name) ?? []
  return option === undefined || WHOLE.get(name)?.some((each) => words.includes(each))
    ? null
    : `${name} stops at the first part that fails; add ${option}`
}

const EARLY =
  /^(?:--exitfirst|--maxfail\b.*|-?-failfast|--fail-fast|--bail\b.*|-b|--stop-on-.*|--max-failures\b.*|-x)$/
/** Options that let a tool run all its parts. */
const WHOLE = new Map([
  ['cargo', ['--no-fail-fast']],
  ['cargo-nextest', ['--no-fail-fast']],
  ['gradle', ['--continue']],
  ['gradlew', ['--continue']],
  ['mvn', ['--fail-at-end', '-fae', '-fn', '--fail-never']],
  ['mvnw', ['--fail-at-end', '-fae', '-fn', '--fail-never']],
])

/** The commands of a shell text that run one after the other while each succeeds; null if it does anything else. */
const chainOf = (text: string): string[][] | null => {
  const commands: string[][] = [[]]
  let word: string | undefined
  const end = () => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1)
      if (close === -1) return null
      const quoted = text.slice(at + 1, close)
      // In double quotes, a shell still runs what these name.
      if (character === '"' && /[`\\]|\$\(/.test(quoted)) return null
      word = `${word ?? ''}${quoted}`
      at = close
    } else if (text.startsWith('&&', at)) {
      end()
      commands.push([])
      at++
    } else if (/\s/.test(character)) {
      if (character === '\n') return null
      end()
    } else if (MORE.test(character) || text.startsWith('$(', at)) return null
    else word = `${word ?? ''}${character}`
  }
  end()
  return commands.every((command) => command.length > 0) ? commands : null
}
