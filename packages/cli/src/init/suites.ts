import { basename, dirname, relative, sep } from 'node:path'
import type { Packages } from '../project/packages.ts'
import type { Config, Setup } from '../project/setup.ts'

/** Returns the suite that a config of a set-up has to name; undefined for the suite `default`. */
export type SuiteOf = (setup: Setup, config?: Config) => string | undefined

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

const OF_RUNNERS = new Set(['vitest', 'vite', 'jest', 'playwright', 'config', 'conf', 'package'])

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
