import type { Access } from '@svc/schema'
import { requireAccess } from '../../ground/kernel/access.ts'
import { afterWaits } from '../../ground/kernel/after-waits.ts'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Transaction } from '../../ground/kernel/write-while-allowed.ts'
import type { Again, RestContext } from './env.ts'

/**
 * Returns a function for a request to call between its pieces: it reads the credential again if the
 * last check is 1 s old. Throws UNAUTHORIZED if the credential has ended, and FORBIDDEN if it lost
 * the rights.
 */
export const rechecking = (
  c: RestContext,
  clock: Clock,
  access: Access,
  how: Again = 'to-end',
): ((db?: Transaction) => Promise<void>) => afterWaits(clock, (db) => recheck(c, access, how, db))

/**
 * Reads the credential again, in a transaction if one is given. Throws UNAUTHORIZED if it has ended, FORBIDDEN if it
 * lost the rights.
 */
export async function recheck(
  c: RestContext,
  access: Access,
  how: Again = 'to-end',
  db?: Transaction,
): Promise<void> {
  const caller = await c.get('readCaller')(how, db)
  requireAccess(caller, access)
  c.set('caller', caller)
}

/**
 * The pieces of a body or of an answer that takes long; it is cut off when the credential ends.
 * `atEnd` runs after the last piece.
 */
export async function* whileAllowed<Piece, End>(
  pieces: AsyncGenerator<Piece, End>,
  check: () => Promise<void>,
  atEnd?: () => Promise<void>,
): AsyncGenerator<Piece, End> {
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) {
        await atEnd?.()
        return value
      }
      await check()
      yield value
    }
  } finally {
    await pieces.return(undefined as never)
  }
}
