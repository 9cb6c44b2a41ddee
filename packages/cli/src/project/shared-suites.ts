import { basename } from 'node:path'
import type { Env } from '@svc/client/cli'
import { groupBy } from './group-by.ts'
import { type Package, scriptsOf } from './packages.ts'
import { type Config, isUnderProjects, type Setup } from './setup.ts'

/** The suite of a reporter whose config and environment name none. */
const DEFAULT = 'default'

interface Shared {
  suite: string
  files: string[]
  reporter: string
}

/**
 * Returns the configs that report to the same suite of the same project, one group for each suite
 * with several.
 */
export const sharedSuites = (setups: Setup[], env: Env): Shared[] => {
  // The variable joins them all on purpose.
  if (env.SVC_SUITE?.trim()) return []
  const reporting = reportingConfigs(setups)
  const keyOf = ({ written: { options } }: Config) =>
    JSON.stringify([options.project ?? '', options.suite ?? DEFAULT])
  return groupBy(reporting, keyOf)
    .map((group) => [...new Map(group.map((config) => [config.path, config])).values()])
    .filter(({ length }) => length > 1)
    .map((group) => ({
      suite: group[0]?.written.options.suite ?? DEFAULT,
      files: group.map(({ file }) => file),
      reporter: group[1]?.runner.reporter ?? '',
    }))
}

/** Returns the suites of configs, sorted; one that names none reports to that of the environment. */
export const suitesOf = (setups: Setup[], env: Env): string[] => {
  const fallback = env.SVC_SUITE?.trim() || DEFAULT
  return [...new Set(reportingConfigs(setups).map(({ written }) => written.options.suite ?? fallback))].sort()
}

const reportingConfigs = (setups: Setup[]) =>
  setups
    .filter((setup) => !setup.isCovered && !isUnderProjects(setup, setups))
    .flatMap(({ runner, configs, package: pkg }) => {
      const used = configs.filter(
        ({ reporter, written, path }) =>
          reporter === 'named' && isKnown(written) && !hasSuiteInScript(pkg, path),
      )
      return [...new Map(used.map((config) => [config.path, { ...config, runner }])).values()]
    })

const hasSuiteInScript = (pkg: Package, path: string): boolean =>
  scriptsOf(pkg).some(([, script]) => /\bSVC_SUITE=/.test(script) && script.includes(basename(path)))

/** Only values that the text of the config shows can be compared. */
const isKnown = ({ unknown, variables, options }: Config['written']): boolean =>
  options.enabled !== false &&
  ['suite', 'project'].every((name) => !unknown.includes(name) && !(name in variables))
