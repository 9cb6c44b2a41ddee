import type { TestSpecification, Vitest } from 'vitest/node'

/**
 * Lets files run in the order in which the command names them, as trials and their commands ask for with `SVC_IN_ORDER=1`:
 * Vitest has no option for it, and sorts files by their last run and their size.
 */
export const keepOrder = (vitest: Vitest, words: string[]): void => {
  const { sequence } = vitest.config
  const placeOf = (path: string) => words.findIndex((word) => path.endsWith(`/${word.replace(/^\.\//, '')}`))
  sequence.sequencer = class extends sequence.sequencer {
    override sort = async (files: TestSpecification[]) =>
      [...files].sort((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId))
  }
}
