import type { Operations } from '@svc/api'
import { Refusal } from '../refusal.ts'
import type { Connection } from './connect.ts'
import { findExecution, SHA } from './find-execution.ts'
import { UUID } from './uuid.ts'

export type FailureContext = Operations['getFailureContext']['data']
type Input = Operations['getFailureContext']['input']

/** What to explain. */
export interface ContextWish {
  /** An execution's id or address, the address of a CI run or a pull request, a commit or a branch. */
  name?: string | undefined
  /** A branch that was named by an option. */
  branch?: string | undefined
  suite?: string | undefined
  pr?: number | undefined
  test?: string | undefined
  fingerprint?: string | undefined
  cursor?: string | undefined
  maxTokens?: number | undefined
}

/**
 * Returns what the tool `svc_get_failures` answers. Without a name: about the last upload from this folder or the newest
 * execution of the current branch, whichever is later.
 */
export const readContext = async (
  connection: Connection,
  { name, branch, pr, ...filters }: ContextWish,
): Promise<FailureContext> => {
  const ask = async (which: Input) => {
    const project = which.execution === undefined ? connection.project || undefined : undefined
    const input: Input = { ...filters, ...which, ...(project !== undefined && { project }) }
    return (await connection.ask((client) => client.getFailureContext(input))).data
  }
  if (pr !== undefined) return await ask({ pr })
  if (name === undefined && branch !== undefined) return await ask({ branch })
  if (name === undefined)
    return await ask({ execution: (await findExecution(connection, undefined, filters.suite)).id })
  if (UUID.test(name) || /^https?:/i.test(name)) return await ask({ execution: name })
  if (!SHA.test(name)) return await ask({ branch: name })
  return await ask({ commit: name }).catch((error: unknown) => {
    // The name of a branch may look like a commit.
    if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error
    return ask({ branch: name }).catch(() => {
      throw error
    })
  })
}
