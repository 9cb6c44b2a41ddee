import type { Access } from '@svc/schema'
import { requireAccess } from '../kernel/access.ts'
import { afterWaits } from '../kernel/after-waits.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Again, RestContext } from './env.ts'

/**
 * Returns what a request calls after each wait: it reads the credential again if the last look is 5 s old. It throws
 * UNAUTHORIZED if the credential has ended, FORBIDDEN if it lost the rights.
 */
export const rechecking = (
  c: RestContext,
  clock: Clock,
  access: Access,
  how: Again = 'to-end',
): (() => Promise<void>) => afterWaits(clock, () => recheck(c, access, how))

/** Reads the credential again. Throws UNAUTHORIZED if it has ended, FORBIDDEN if it lost the rights. */
export async function recheck(c: RestContext, access: Access, how: Again = 'to-end'): Promise<void> {
  const caller = await c.get('readCaller')(how)
  requireAccess(caller, access)
  c.set('caller', caller)
}

/** The pieces of an answer that takes long to send; it breaks off when the credential ends. */
export async function* whileAllowed<Piece, End>(
  pieces: AsyncGenerator<Piece, End>,
  check: () => Promise<void>,
): AsyncGenerator<Piece, End> {
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return value
      await check()
      yield value
    }
  } finally {
    await pieces.return(undefined as never)
  }
}
