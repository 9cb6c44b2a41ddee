import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { SentNote } from '@svc/client/cli'
import { findInstalled, type Installed } from './installed.ts'
import { field, readText } from './json.ts'
import { declaredRange, type Package, type Packages, scriptsOf } from './packages.ts'
import { type ConfigText, readConfig } from './read-config.ts'
import { RUNNERS, type Runner } from './runners.ts'

/** One runner in one package: its declaration, its installation, and the content of its configs. */
export interface Setup {
  runner: Runner
  package: Package
  /** The range in package.json. */
  declared: string | undefined
  installed: Installed | undefined
  reporter: { declared: string | undefined; installed: Installed | undefined }
  configs: Config[]
  /** Scripts whose flag replaces the config's reporters, or whose projects do. */
  overriding: { script: string; isOurs: boolean; byProjects: boolean }[]
  /** True if every script that runs the runner has such a flag without our reporter. */
  isReplaced: boolean
  /** True if a script of the package starts the runner, which takes no config from the folders above. */
  isStarted: boolean
  /** True if a run of this package runs projects, whose own reporters do not count. */
  hasProjects: boolean
  /** True if runs from the top of the workspace report this package. */
  isCovered: boolean
  /** The first script that starts the runner in this package, if no script at the top of the workspace does. */
  startedAloneBy: string | undefined
  /** When a run was last sent, in epoch milliseconds; only if no config changed since. */
  sentAt?: number
}

export interface Config extends ConfigText {
  /** Path from the examined folder. */
  file: string
  /** Absolute. */
  path: string
}

/** Every runner of every package. */
export const findSetups = ({ all, above }: Packages, notes: SentNote[] = []): Setup[] => {
  const top = above ?? all[0]
  const covering = RUNNERS.filter((runner) => {
    const setup = findSetup(top, runner, {})
    return setup?.hasProjects && isNamedInFiles(setup)
  })
  const startedBy = (pkg: Package, runner: Runner) => scriptsOf(pkg).find(starts(runner))?.[0]
  return all.flatMap((each) =>
    RUNNERS.flatMap((runner) => {
      const startedAloneBy =
        each === top || startedBy(top, runner) !== undefined ? undefined : startedBy(each, runner)
      const isCovered = each !== top && startedAloneBy === undefined && covering.includes(runner)
      const setup = findSetup(each, runner, { isCovered, startedAloneBy })
      return setup ? [{ ...setup, ...lastSent(setup, notes) }] : []
    }),
  )
}

/** True if the runner uses the reporter: a file names it, or a run that named it explicitly was sent. */
export const isNamed = (setup: Setup): boolean => isNamedInFiles(setup) || setup.sentAt !== undefined

export const isNamedInFiles = ({ configs, overriding, isCovered }: Setup): boolean =>
  isCovered ||
  overriding.some((each) => each.isOurs) ||
  configs.some(({ reporter }) => reporter === 'named' || reporter === 'unsure')

export const isSetUp = (setup: Setup): boolean => setup.reporter.installed !== undefined && isNamed(setup)

/** True if the project is set up to report this runner; a missing part is then a mistake. */
export const isWanted = ({ reporter, configs, overriding }: Setup): boolean =>
  reporter.declared !== undefined ||
  overriding.some((each) => each.isOurs) ||
  configs.some((each) => /^(?:named|projects|comment)$/.test(each.reporter) || each.otherName !== undefined)

/** True for a runner at the top, with its reporter, that only other packages of the workspace start. */
export const isOfOthers = (setup: Setup, all: Setup[]): boolean =>
  setup.configs.length === 0 &&
  !setup.isStarted &&
  all.some((each) => each !== setup && each.runner === setup.runner && each.isStarted)

const lastSent = ({ runner, package: pkg, configs }: Setup, notes: SentNote[]): { sentAt?: number } => {
  const own = notes.filter(
    (note) => note.client === runner.reporter && real(note.folder) === real(pkg.folder),
  )
  const sentAt = Math.max(0, ...own.map((note) => note.sentAt))
  const changedAt = configs.map(({ path }) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return sentAt > Math.max(0, ...changedAt) ? { sentAt } : {}
}

const real = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

const findSetup = (
  pkg: Package,
  runner: Runner,
  { isCovered = false, startedAloneBy }: Partial<Pick<Setup, 'isCovered' | 'startedAloneBy'>>,
): Setup | undefined => {
  const declared = declaredRange(pkg, runner.package)
  const scripts = scriptsOf(pkg).filter(([, script]) => runner.command.test(script))
  const names = namesIn(pkg.folder)
  const configs = findConfigs(pkg, runner, names, scripts)
  const installed = findInstalled(pkg.folder, runner.package)
  // A package of a workspace may run what only the top declares.
  const startsOther = declared === undefined && installed !== undefined && scripts.some(starts(runner))
  if (declared === undefined && configs.length === 0 && !startsOther) return undefined
  const overriding = scripts.flatMap(([script, text]) => {
    const values = [...text.matchAll(/--reporters?[=\s]+(\S+)/g)].map(([, value = '']) => value)
    const byProjects = values.length === 0 && runner.name === 'Jest' && isOfProjects(text)
    return values.length === 0 && !byProjects
      ? []
      : [{ script, isOurs: values.some((value) => value.includes(runner.reporter)), byProjects }]
  })
  const hasWorkspace = runner.name === 'Vitest' && names.some((name) => name.startsWith('vitest.workspace.'))
  return {
    runner,
    package: pkg,
    declared,
    installed,
    reporter: {
      declared: declaredRange(pkg, runner.reporter),
      installed: findInstalled(pkg.folder, runner.reporter),
    },
    configs,
    overriding,
    isStarted: declared === undefined ? startsOther : scripts.length > 0,
    isReplaced: overriding.length > 0 && overriding.filter((flag) => !flag.isOurs).length === scripts.length,
    // Vitest and Jest take reporters from the config they are started with, for all projects of it.
    hasProjects: runner.name !== 'Playwright' && (hasWorkspace || configs[0]?.hasProjects === true),
    isCovered,
    startedAloneBy,
  }
}

/** True for a package whose runs use the config at the top, because that has the runner's projects. */
export const isUnderProjects = (setup: Setup, all: Setup[]): boolean =>
  setup.startedAloneBy === undefined &&
  all.some(
    (each) => each !== setup && each.runner === setup.runner && each.hasProjects && each.package.label === '',
  )

/** With --projects, Jest takes the reporters of the first project, unless a config is named. */
const isOfProjects = (script: string): boolean =>
  /\s--projects[=\s]/.test(script) && !/\s(?:--config|-c)[=\s]/.test(script)

/** Whether a script runs it as a command, and not only names it. */
const starts =
  ({ id }: Runner) =>
  ([, script]: [string, string]): boolean =>
    new RegExp(String.raw`(?:^|[\s;&|/])${id}(?=\s|$)`).test(script)

/** The runner's own config first, then those that scripts name, package.json last. */
const findConfigs = (
  pkg: Package,
  runner: Runner,
  names: string[],
  scripts: [string, string][],
): Config[] => {
  const own = names.find((name) => runner.configs.test(name))
  const isVitest = runner.name === 'Vitest' && declaredRange(pkg, 'vitest') !== undefined
  const vite = isVitest ? names.find((name) => /^vite\.config\.[mc]?[jt]s$/.test(name)) : undefined
  const flags = scripts.flatMap(([, script]) => [
    ...script.matchAll(/(?:--config|\s-c)[=\s]+['"]?(?:\.\/)?([\w./@-]+)/g),
  ])
  const files = new Set([own ?? vite, ...flags.map(([, name]) => name)])
  const configs = [...files].flatMap((name) => {
    const text = name === undefined ? undefined : readText(join(pkg.folder, name))
    return name === undefined || text === undefined ? [] : [toConfig(pkg, runner, name, text)]
  })
  const jest = runner.name === 'Jest' ? field(pkg.manifest, 'jest') : undefined
  return jest === undefined
    ? configs
    : [...configs, toConfig(pkg, runner, 'package.json', JSON.stringify(jest))]
}

const toConfig = ({ folder, label }: Package, runner: Runner, name: string, text: string): Config => {
  const path = join(folder, name)
  return { ...readConfig(text, path, runner.reporter, runner.option), file: posix.join(label, name), path }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
