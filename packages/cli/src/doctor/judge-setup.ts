import type { Setup } from './setup.ts'

/** True where the runner is told to use the reporter. */
export const isNamed = ({ configs, overriding, isCovered }: Setup): boolean =>
  isCovered ||
  overriding.some((each) => each.isOurs) ||
  configs.some((each) => each.reporter === 'named' || each.reporter === 'unsure')

/** True where nothing in the project keeps the reporter from being used. */
export const isSetUp = (setup: Setup): boolean => setup.reporter.installed !== undefined && isNamed(setup)

/** True where somebody meant this runner to report: then what is missing is a mistake, not a choice. */
export const isWanted = ({ reporter, configs, overriding }: Setup): boolean =>
  reporter.declared !== undefined ||
  overriding.some((each) => each.isOurs) ||
  configs.some((each) => each.reporter === 'named' || each.reporter === 'comment')
