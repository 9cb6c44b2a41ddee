import type { Config, Setup } from './setup.ts'

/** True where a config names the reporter in a place that its runner looks at. */
export const isUsed = ({ reporter, isInProjects }: Config): boolean => reporter === 'named' && !isInProjects

/** True where the runner is told to use the reporter. */
export const isNamed = (setup: Setup): boolean => isNamedInFiles(setup) || setup.sentAt !== undefined

/** True where a file says so, not just a run that was told by hand. */
export const isNamedInFiles = ({ configs, overriding, isCovered }: Setup): boolean =>
  isCovered ||
  overriding.some((each) => each.isOurs) ||
  configs.some((each) => isUsed(each) || each.reporter === 'unsure')

/** True where nothing in the project keeps the reporter from being used. */
export const isSetUp = (setup: Setup): boolean => setup.reporter.installed !== undefined && isNamed(setup)

/** True where somebody meant this runner to report: then what is missing is a mistake, not a choice. */
export const isWanted = ({ reporter, configs, overriding }: Setup): boolean =>
  reporter.declared !== undefined ||
  overriding.some((each) => each.isOurs) ||
  configs.some(
    (each) => each.reporter === 'named' || each.reporter === 'comment' || each.otherName !== undefined,
  )

/** The config in which every reporter that would be used waits for a condition. */
export const conditionalConfig = ({ configs, overriding }: Setup): Config | undefined => {
  if (overriding.some((each) => each.isOurs)) return undefined
  const used = configs.filter(isUsed)
  return used.every((each) => each.isConditional) ? used[0] : undefined
}
