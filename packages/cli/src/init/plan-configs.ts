import { existsSync } from 'node:fs'
import { basename, dirname, join, posix, relative, sep } from 'node:path'
import { findInstalled } from '../project/installed.ts'
import { readText } from '../project/json.ts'
import type { Packages } from '../project/packages.ts'
import { textsOf, usesPackage } from '../project/read-config.ts'
import type { Runner } from '../project/runners.ts'
import { type Config, isOfOthers, isUnderProjects, isWanted, type Setup } from '../project/setup.ts'
import { addReporter, type Outcome } from './add-reporter.ts'
import { hasOurs, isDefault, type Told } from './ask-runners.ts'
import type { ByHand, FileChange, Plan } from './plan.ts'
import { readWhole } from './write-file.ts'

const SETS: Record<Runner['option'], RegExp> = {
  reporter: /\breporter['"]?\s?[:=]/,
  reporters: /\breporters['"]?\s?[:=]/,
}

/** Returns the suite that a config of a set-up has to name; undefined for the suite `default`. */
export type SuiteOf = (setup: Setup, config?: Config) => string | undefined

const OF_RUNNERS = new Set(['vitest', 'vite', 'jest', 'playwright', 'config', 'conf', 'package'])

/** Returns the set-ups whose own config must name the reporter. */
export const setupsToChange = (setups: Setup[]): Setup[] =>
  setups.filter((setup) => {
    // Vitest and Jest read reporters only from the config that they start with: the root config,
    // for all its projects.
    if (isUnderProjects(setup, setups)) return false
    if (setup.configs.length > 0) return true
    if (isOfOthers(setup, setups)) return false
    return (
      isWanted(setup) ||
      setup.isStarted ||
      setups.every((each) => each === setup || each.runner !== setup.runner)
    )
  })

interface Wish {
  isOnGitHub: boolean
  suiteOf: SuiteOf
  told: Told
}

/** Plans the change of every config of a set-up. */
export const planConfigs = (setup: Setup, wish: Wish): Pick<Plan, 'ready' | 'changes' | 'byHand'> => {
  const { configs, runner, overriding } = setup
  const plan: Pick<Plan, 'ready' | 'changes' | 'byHand'> = { ready: [], changes: [], byHand: [] }
  if (configs.length === 0) plan.changes.push(created(setup, wish))
  for (const config of configs) {
    const reporters = wish.told.get(config.path)
    if (config.reporter === 'named' || (reporters && hasOurs(setup, reporters))) {
      plan.ready.push(`${config.file} names ${runner.reporter}`)
      continue
    }
    if (config.reporter === 'unsure' && (setup.isCovered || setup.sentAt !== undefined)) {
      plan.ready.push(`${config.file} is used by runs that report`)
      continue
    }
    const result = changed(setup, config, wish)
    if ('path' in result) plan.changes.push(result)
    else plan.byHand.push(result)
  }
  const path = configs[0]?.path ?? plan.changes[0]?.path ?? ''
  for (const { script, byProjects } of overriding.filter((each) => !each.isOurs))
    plan.byHand.push({
      part: 'tests',
      why: byProjects
        ? `the script "${script}" starts Jest with --projects, which ignores the reporters of ${basename(path)}`
        : `the script "${script}" replaces the reporters of the config`,
      where: `add to this script in ${posix.join(setup.package.label, 'package.json')}`,
      lines: [byProjects ? `--config ${basename(path)}` : runner.ownFlag],
    })
  return plan
}

const changed = (setup: Setup, config: Config, { isOnGitHub, suiteOf, told }: Wish): FileChange | ByHand => {
  const { runner } = setup
  const reporters = told.get(config.path)
  const suite = suiteOf(setup, config)
  const { path, file, otherName } = config
  const place = file.endsWith('package.json') ? `"jest" in ${file}` : file
  const byHand = (why: string): ByHand => ({
    part: 'tests',
    why: `${place} is not changed: ${why}`,
    where: config.hasOption
      ? `add '${runner.reporter}' to its option ${runner.option}, for example`
      : 'add to it',
    lines: [lineOf(runner, file, suite)],
  })
  if (otherName !== undefined) return byHand(`it names ${otherName}`)
  const before = readWhole(path)
  if (before === undefined) return byHand('it cannot be read as UTF-8 text')
  const merged = setup.configs.find((each) => each !== config && merges(before, path, each.path))
  if (merged)
    return {
      part: 'tests',
      why: `${place} is not changed: it merges ${merged.file}, and uses the reporter of that file`,
      where: 'give its runs a suite of their own, for example in the script',
      lines: [`SVC_SUITE=${suite ?? 'integration'} ${runner.id} … --config ${basename(path)}`],
    }
  const around = {
    defaults: defaultReporters(setup, path, isOnGitHub),
    // Defaults come from no file.
    mayInherit: reporters ? !reporters.every(isDefault) : mayInherit(before, path, runner.option),
    suite,
  }
  const change = (text: string | null): Outcome => addReporter(text ?? '', path, runner, around)
  const outcome = change(before)
  return outcome.state === 'changed'
    ? { path, label: file, before, after: outcome.text, change, setup }
    : byHand(outcome.why)
}

const lineOf = ({ reporter, line }: Setup['runner'], file: string, suite: string | undefined): string => {
  if (file.endsWith('.json')) {
    const entry = suite === undefined ? `"${reporter}"` : `["${reporter}", { "suite": "${suite}" }]`
    return `"reporters": ["default", ${entry}]`
  }
  if (suite === undefined) return line
  return line.replace(
    new RegExp(String.raw`\[?'${reporter}'\]?(?=\])`),
    `['${reporter}', { suite: '${suite}' }]`,
  )
}

const created = (setup: Setup, { suiteOf }: Wish): FileChange => {
  const { folder, label } = setup.package
  const { name, text } = newConfig(setup, existsSync(join(folder, 'tsconfig.json')), suiteOf(setup))
  return {
    path: join(folder, name),
    label: posix.join(label, name),
    before: null,
    after: text,
    change: (present) =>
      present === null ? { state: 'changed', text } : { state: 'unclear', why: 'it exists meanwhile' },
    setup,
  }
}

/**
 * Returns the suites of set-ups and configs that share their project with others. Outside CI each
 * of them reports an execution of its own, and svc compares executions of one suite. Within one
 * suite, they would replace each other.
 */
export const suitesOf = (setups: Setup[], packages: Packages): SuiteOf => {
  const bases = basesOf(setups, packages)
  const shared = sharedPaths(setups)
  return (setup, config) => {
    if (setup.configs.some(({ path }) => shared.has(path))) return undefined
    const name = config === undefined ? '' : nameOfConfig(config, setup)
    return [bases.get(setup), name].filter(Boolean).join('-') || undefined
  }
}

/** The part of a suite that names package and runner; absent for the only set-up of a project. */
const basesOf = (setups: Setup[], { all: [base], above }: Packages): Map<Setup, string> => {
  if (setups.length < 2 && above === undefined) return new Map()
  const top = (above ?? base).folder
  const labelOf = ({ package: { folder } }: Setup) => relative(top, folder).split(sep).join('/')
  const labels = new Set(setups.map(labelOf))
  const nameOf = (label: string) => {
    const name = basename(label)
    const isUnique = [...labels].filter((each) => basename(each) === name).length === 1
    return isUnique ? name : label.replaceAll('/', '-')
  }
  const isAlone = (setup: Setup) => setups.filter(({ package: pkg }) => pkg === setup.package).length === 1
  return new Map(
    setups.map((setup) => {
      const name = nameOf(labelOf(setup))
      return [setup, name && isAlone(setup) ? name : [name, setup.runner.id].filter(Boolean).join('-')]
    }),
  )
}

/** Configs that two set-ups use. */
const sharedPaths = (setups: Setup[]): Set<string> => {
  const paths = setups.flatMap(({ configs }) => [...new Set(configs.map(({ path }) => path))])
  return new Set(paths.filter((path, index) => paths.indexOf(path) !== index))
}

/** `integration` for `vitest.integration.config.ts`; empty for the runner's own config, or for the only one. */
const nameOfConfig = (config: Config, { configs }: Setup): string => {
  const paths = [...new Set(configs.map(({ path }) => path))]
  if (paths.length < 2 || config.path === paths[0]) return ''
  const names = paths.slice(1).map(shortName)
  const name = shortName(config.path)
  const index = paths.indexOf(config.path) + 1
  return name && names.indexOf(name) === names.lastIndexOf(name)
    ? name
    : [name, index].filter(Boolean).join('-')
}

/** The words of a file name that no runner requires, else those of its folder. */
const shortName = (path: string): string =>
  [basename(path).replace(/\.\w+$/, ''), basename(dirname(path))]
    .map((text) =>
      text
        .split(/[^A-Za-z0-9]+/)
        .filter((word) => word !== '' && !OF_RUNNERS.has(word.toLowerCase()))
        .join('-'),
    )
    .find((name) => name !== '') ?? ''

/**
 * Returns the source of the reporters that a runner uses by default. A config that names reporters
 * replaces the defaults, so each of them must be named too.
 */
const defaultReporters =
  ({ runner, package: { folder } }: Setup, path: string, isOnGitHub: boolean) =>
  (quote: (name: string) => string): string[] => {
    // In a type-checked config, `process` needs its types.
    const hasProcess =
      /\.[mc]?js$/.test(path) || (/\.[mc]?ts$/.test(path) && !!findInstalled(folder, '@types/node'))
    if (runner.id === 'playwright')
      return [hasProcess ? `process.env.CI ? ${quote('dot')} : ${quote('list')}` : quote('list')]
    if (runner.id === 'vitest' && hasProcess && isOnGitHub)
      return [quote('default'), `...(process.env.GITHUB_ACTIONS ? [${quote('github-actions')}] : [])`]
    return [quote('default')]
  }

/** True if files or packages that a config uses may set an option; runs none of them. */
const mayInherit = (text: string, path: string, option: Runner['option']): boolean => {
  const [own = '', ...imported] = textsOf(text, path)
  return [own, ...imported].some(usesPackage) || imported.some((each) => SETS[option].test(each))
}

/** True if a config merges another file, which joins the lists of both. */
const merges = (text: string, path: string, other: string): boolean => {
  const [own = '', ...imported] = textsOf(text, path)
  if (!/\bmergeConfig\b/.test(own)) return false
  const [wanted] = textsOf(readText(other) ?? '', other)
  return wanted !== undefined && imported.includes(wanted)
}

/** Returns a config for a runner that has none. */
const newConfig = (
  { runner }: Setup,
  isTypeScript: boolean,
  suite: string | undefined,
): { name: string; text: string } => {
  const entry = suite === undefined ? `'${runner.reporter}'` : `['${runner.reporter}', { suite: '${suite}' }]`
  switch (runner.id) {
    case 'vitest':
      return {
        name: isTypeScript ? 'vitest.config.ts' : 'vitest.config.mjs',
        text: `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { reporters: ['default', ${entry}] },
})
`,
      }
    case 'jest':
      return {
        name: 'jest.config.mjs',
        text: `/** @type {import('jest').Config} */
export default {
  reporters: ['default', ${entry}],
}
`,
      }
    case 'playwright':
      return {
        name: isTypeScript ? 'playwright.config.ts' : 'playwright.config.mjs',
        text: `import { defineConfig } from '@playwright/test'

export default defineConfig({
  reporter: [['list'], ${suite === undefined ? `[${entry}]` : entry}],
})
`,
      }
  }
}
