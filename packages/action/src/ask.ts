import type { StepContext } from './context.ts'
import type { Settings } from './inputs.ts'
import { Trouble } from './trouble.ts'

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

/** Returns an error if an input names something that the server does not have: a typo must not open the gate. */
const wrongInput = ({ base, project }: Settings, error: unknown): string | undefined => {
  if (!(error instanceof Trouble)) return undefined
  const { status, said } = error
  const isNone = (what: string) => status === 404 && said.includes(`no such ${what}`)
  if (base && (isNone('execution') || (status === 400 && said.startsWith('base '))))
    return `The input base is ${JSON.stringify(base)}, which the server rejected (${status}: ${said}). Set it to auto, or to the id of an execution of the same project.`
  if (project && isNone('project'))
    return `The input project is ${JSON.stringify(project)}, which the server did not find with this key (${status}: ${said}). Set it to the slug of a project with results; the first upload to a project creates it.`
  return undefined
}
