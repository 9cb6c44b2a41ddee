import { nearest } from './nearest.ts'
import { OPTION_NAMES } from './option-names.ts'
import { say } from './say.ts'

/** Names that this process has already reported: in watch mode, every run has its own recorder. */
const warned = new Set<string>()

/** Warns about options that no reporter reads, once for each. */
export const tellUnknown = (names: readonly string[]): void => {
  for (const name of names.filter((each) => !warned.has(each))) {
    warned.add(name)
    const meant = nearest(name, [...OPTION_NAMES])
    const advice = meant ? `did you mean ${meant}?` : `the options are ${OPTION_NAMES.join(', ')}`
    say(`warning: the reporter has no option ${name.slice(0, 100)}; ${advice}`)
  }
}
