import type { Settings } from './inputs.ts'
import { Trouble } from './trouble.ts'

/** What an input names that the server has not: as wrong as a typo, which must not open the gate. */
export const wrongInput = ({ base, project }: Settings, error: unknown): string | undefined => {
  if (!(error instanceof Trouble)) return undefined
  const { status, said } = error
  const isNone = (what: string) => status === 404 && said.includes(`no such ${what}`)
  if (base && (isNone('execution') || (status === 400 && said.startsWith('base '))))
    return `The input base is ${JSON.stringify(base)}, which the server does not compare with (${status}: ${said}). It takes auto, or the id of an execution of the same project.`
  if (project && isNone('project'))
    return `The input project is ${JSON.stringify(project)}, which the server does not have, or does not show to this key (${status}: ${said}). It takes the slug of a project that has results; the first upload that names one makes it.`
  return undefined
}
