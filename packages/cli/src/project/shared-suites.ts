import { basename } from 'node:path'
import type { Env } from '@svc/client/cli'
import { groupBy } from './group-by.ts'
import { type Package, scriptsOf } from './packages.ts'
import type { Config, Setup } from './setup.ts'

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
  const top = (setup: Setup) =>
    setups.some(
      (each) =>
        each !== setup && each.runner === setup.runner && each.hasProjects && each.package.label === '',
    )
  const reporting = setups
    .filter((setup) => !setup.isCovered && !top(setup))
    .flatMap(({ runner, configs, package: pkg }) => {
      const used = configs.filter(
        ({ reporter, written, path }) =>
          reporter === 'named' && isKnown(written) && !hasSuiteInScript(pkg, path),
      )
      return [...new Map(used.map((config) => [config.path, { ...config, runner }])).values()]
    })
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

const hasSuiteInScript = (pkg: Package, path: string): boolean =>
  scriptsOf(pkg).some(([, script]) => /\bSVC_SUITE=/.test(script) && script.includes(basename(path)))

/** Only values that the text of the config shows can be compared. */
const isKnown = ({ unknown, variables, options }: Config['written']): boolean =>
  options.enabled !== false &&
  ['suite', 'project'].every((name) => !unknown.includes(name) && !(name in variables))
