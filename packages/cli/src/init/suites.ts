import { basename, relative, sep } from 'node:path'
import type { Packages } from '../doctor/packages.ts'
import type { Setup } from '../doctor/setup.ts'

/**
 * Returns the suite of each set-up that shares its project with others. Outside of CI each of them reports an
 * execution of its own, and svc compares executions of one suite: in one suite, packages would replace each other.
 */
export const suitesOf = (setups: Setup[], { all: [base], above }: Packages): Map<Setup, string> => {
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
  const paths = setups.flatMap(({ configs }) => [...new Set(configs.map(({ path }) => path))])
  const isShared = ({ configs }: Setup) =>
    configs.some(({ path }) => paths.indexOf(path) !== paths.lastIndexOf(path))
  return new Map(
    setups
      .filter((setup) => !isShared(setup))
      .map((setup) => {
        const name = nameOf(labelOf(setup))
        return [setup, name && isAlone(setup) ? name : [name, setup.runner.id].filter(Boolean).join('-')]
      }),
  )
}
