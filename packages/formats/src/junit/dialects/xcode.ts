import { type Dialect, plainName } from '../dialect.ts'
import type { JUnitCase } from '../elements.ts'

/** `First Run`, `Retry 1`, or `Repetition 1 of 3`. */
const TRY = /^(?:(First Run)|Retry (\d{1,6})|Repetition (\d{1,6}) of (\d{1,6}))$/

/**
 * Xcode's results, as fastlane's trainer writes them: an element for each try, with its number as the property
 * `repetition`. Runs with a fixed number of repetitions have the same property.
 */
export const xcode: Dialect = {
  name: 'xcode',
  detect: ({ text }) => /<property name=["']repetition["']/.test(text),
  nameOf: plainName,
  equalNames: { areTries: (elements) => elements.every(isTry) && endsEarly(elements.at(-1)) },
}

const isTry = (test: JUnitCase, index: number): boolean => {
  const [, first, retry, repetition] = markOf(test) ?? []
  return (first ? 0 : retry ? Number(retry) : Number(repetition) - 1) === index
}

/** False for the last of a fixed number: it would have run after a pass, too. */
const endsEarly = (last: JUnitCase | undefined): boolean => {
  const [, , , repetition, of] = (last && markOf(last)) ?? []
  const hasFailed = last?.outcomes.some(({ kind }) => kind === 'failure' || kind === 'error') === true
  return hasFailed || repetition === undefined || Number(repetition) < Number(of)
}

const markOf = ({ properties }: JUnitCase) =>
  TRY.exec(properties.find(({ name }) => name === 'repetition')?.value ?? '')
