import type { StepContext } from './context.ts'
import { Trouble } from './trouble.ts'
import { wrongInput } from './wrong-input.ts'

/** Undefined if it did not work, which is noted; what an input is to blame for is added to `wrong`. */
export const ask = async <T>(
  { log, settings }: StepContext,
  act: () => Promise<T>,
  wrong?: string[],
): Promise<T | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    const blamed = wrong && wrongInput(settings, error)
    if (blamed) wrong.push(blamed)
    log.note('error', blamed ?? error.message)
    return undefined
  }
}
