import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SentNote } from '@svc/client/doctor'
import { type ConfigText, readConfigText } from './config-text.ts'
import { findInstalled, type Installed } from './installed.ts'
import { field, readText } from './json.ts'
import { declaredRange, type Package, type Packages, scriptsOf } from './packages.ts'
import { readWrittenOptions, type WrittenOptions } from './reporter-options.ts'
import { RUNNERS, type Runner } from './runners.ts'

/** One runner in one package: what is asked for, what is there, and what its configs say. */
export interface Setup {
  runner: Runner
  package: Package
  /** The range in package.json. */
  declared?: string
  installed?: Installed
  reporter: { declared?: string; installed?: Installed }
  configs: Config[]
  /** Scripts whose flag takes the place of the config's reporters. */
  overriding: { script: string; isOurs: boolean }[]
  /** True where there are scripts that run the runner, and each of them has such a flag without our reporter. */
  isReplaced: boolean
  /** True where it is the config at the top that runs the members, and their own reporters do not count. */
  hasProjects: boolean
  /** True where runs from the top of the workspace report this package. */
  isCovered: boolean
  /** When a run of it was sent after its configs were last changed, in milliseconds since the epoch. */
  sentAt?: number
}

export interface Config extends ConfigText {
  /** Relative to the looked-at folder. */
  file: string
  /** Absolute. */
  path: string
  written: WrittenOptions
}

/** Every runner of every package. */
export const findSetups = ({ all, above }: Packages, notes: SentNote[] = []): Setup[] => {
  const [top] = above ? [above] : all
  const covering = RUNNERS.filter((runner) => top && coversMembers(top, runner))
  return all.flatMap((each) =>
    RUNNERS.flatMap((runner) => {
      const setup = findSetup(each, runner, each !== top && covering.includes(runner))
      return setup ? { ...setup, ...lastSent(setup, notes) } : []
    }),
  )
}

/** What was sent before a config was changed says nothing of the next run. */
const lastSent = (
  { runner, package: { folder }, configs }: Setup,
  notes: SentNote[],
): { sentAt?: number } => {
  const own = notes.filter((note) => note.client === runner.reporter && isSame(note.folder, folder))
  const sentAt = Math.max(...own.map((note) => note.sentAt))
  const changedAt = configs.map(({ path }) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return own.length > 0 && sentAt > Math.max(0, ...changedAt) ? { sentAt } : {}
}

const isSame = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

const findSetup = (each: Package, runner: Runner, isCovered: boolean): Setup | undefined => {
  const declared = declaredRange(each, runner.package)
  const scripts = scriptsOf(each).filter(([, script]) => runner.command.test(script))
  const configs = findConfigs(each, runner, scripts, declared !== undefined)
  if (declared === undefined && configs.length === 0) return undefined
  const reporterRange = declaredRange(each, runner.reporter)
  const overriding = scripts.flatMap(([name, script]) => overridingFlag(name, script, runner))
  const installed = findInstalled(each.folder, runner.package)
  const reporter = findInstalled(each.folder, runner.reporter)
  return {
    runner,
    package: each,
    configs,
    isCovered,
    overriding,
    isReplaced: overriding.length > 0 && overriding.filter((flag) => !flag.isOurs).length === scripts.length,
    hasProjects:
      runner.name !== 'Playwright' && (hasWorkspace(each, runner) || configs[0]?.hasProjects === true),
    reporter: {
      ...(reporterRange !== undefined && { declared: reporterRange }),
      ...(reporter && { installed: reporter }),
    },
    ...(declared !== undefined && { declared }),
    ...(installed && { installed }),
  }
}

/** The runner's own names first; those a script names; package.json last. */
const findConfigs = (
  each: Package,
  runner: Runner,
  scripts: [string, string][],
  isDeclared: boolean,
): Config[] => {
  const names = namesIn(each.folder)
  const own = names.filter((name) => runner.configs.test(name)).slice(0, 1)
  // Vitest reads Vite's config where it has none of its own.
  const vite =
    isDeclared && runner.name === 'Vitest' ? names.filter((name) => VITE.test(name)).slice(0, 1) : []
  const named = scripts.flatMap(([, script]) => configFlags(script)).filter((name) => !own.includes(name))
  const files = [...(own.length > 0 ? own : vite), ...new Set(named)].flatMap((name) => {
    const text = readText(join(each.folder, name))
    return text === undefined ? [] : [toConfig(each, name, text, runner)]
  })
  const jest = runner.name === 'Jest' ? field(each.manifest, 'jest') : undefined
  return jest === undefined ? files : [...files, toConfig(each, 'package.json', JSON.stringify(jest), runner)]
}

const VITE = /^vite\.config\.(?:ts|mts|cts|js|mjs|cjs)$/

const configFlags = (script: string): string[] =>
  [...script.matchAll(/(?:--config|\s-c)[=\s]+['"]?([\w./@-]+)['"]?/g)].map(([, name = '']) =>
    name.replace(/^\.\//, ''),
  )

const toConfig = (each: Package, name: string, text: string, runner: Runner): Config => {
  const told = readConfigText(text, join(each.folder, name), runner.reporter, runner.option)
  const written = readWrittenOptions(told.options ?? '')
  return {
    ...told,
    hasUnreadable: told.hasUnreadable || written.hasUnreadable,
    file: each.label ? `${each.label}/${name}` : name,
    path: join(each.folder, name),
    written,
  }
}

const overridingFlag = (name: string, script: string, runner: Runner): Setup['overriding'] => {
  const given = [...script.matchAll(runner.flag)].map(([, value = '']) => value)
  return given.length === 0
    ? []
    : [{ script: name, isOurs: given.some((value) => value.includes(runner.reporter)) }]
}

const hasWorkspace = ({ folder }: Package, runner: Runner): boolean =>
  runner.name === 'Vitest' && namesIn(folder).some((name) => name.startsWith('vitest.workspace.'))

/** Vitest and Jest take reporters from the config they are started with, for all projects of it. */
const coversMembers = (top: Package, runner: Runner): boolean => {
  if (runner.name === 'Playwright') return false
  const names = namesIn(top.folder)
  const configs = names.filter(
    (name) => runner.configs.test(name) || (runner.name === 'Vitest' && VITE.test(name)),
  )
  const texts = configs.map((name) => readText(join(top.folder, name)) ?? '')
  if (runner.name === 'Jest') texts.push(JSON.stringify(field(top.manifest, 'jest') ?? ''))
  const isNamed = texts.some((text) => text.includes(runner.reporter))
  const hasProjects = texts.some((text) => /\bprojects['"]?\s*:|\bworkspace['"]?\s*:/.test(text))
  return isNamed && (hasProjects || hasWorkspace(top, runner))
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
