import type { Caller } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'

/** A key bound to one project must not make itself one that is bound to none. */
export function requireWholeOrganization(caller: Caller): void {
  if (caller.projectId !== null) {
    throw new Problem(
      'FORBIDDEN',
      'This needs a key of the whole organization; this key is restricted to one project.',
    )
  }
}
