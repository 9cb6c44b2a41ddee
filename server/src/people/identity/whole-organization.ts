import type { Caller } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'

/** A key restricted to one project must not create an unrestricted one. */
export function requireWholeOrganization(caller: Caller): void {
  if (caller.projectId !== null) {
    throw new Problem(
      'FORBIDDEN',
      'This needs a key of the whole organization; this key is restricted to one project.',
    )
  }
}
