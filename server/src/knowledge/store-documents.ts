import type { Db } from '../store/portable.ts'
import { writeInTurn } from '../store/turns.ts'
import { completeIndex } from './index-document.ts'
import {
  type DocumentWrite,
  PlanOutdated,
  type PreparedWrite,
  prepareWrite,
  type Writer,
} from './write-document.ts'

/** Transactions after which a plan that others have outdated is made inside the transaction. */
const MOST_ATTEMPTS = 3

/**
 * Runs `work`, which writes these documents of one project, in one transaction; then completes their index, so that who
 * has the answer finds them. What takes long is computed before the transaction, and again if others wrote meanwhile.
 * Throws the refusals of `prepareWrite` and of `work`.
 */
export async function storeDocuments<T>(
  ctx: Writer,
  projectId: number,
  writes: DocumentWrite[],
  work: (db: Db, prepared: PreparedWrite[]) => Promise<T>,
): Promise<T> {
  const { store, caller } = ctx
  const attempt = async (isPlanned: boolean) => {
    const prepared: PreparedWrite[] = []
    for (const write of writes) prepared.push(await prepareWrite(ctx, write, { isPlanned }))
    const done = await writeInTurn(store, caller.organizationId, (db) => work(db, prepared))
    return { done, paths: prepared.map(({ path }) => path) }
  }
  for (let count = 1; ; count++)
    try {
      const { done, paths } = await attempt(count < MOST_ATTEMPTS)
      await completeIndex(store, projectId, paths)
      return done
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
    }
}

/** The same for one document. */
export const storeDocument = <T>(
  ctx: Writer,
  write: DocumentWrite,
  work: (db: Db, prepared: PreparedWrite) => Promise<T>,
): Promise<T> =>
  storeDocuments(ctx, write.projectId, [write], (db, prepared) => work(db, prepared[0] as PreparedWrite))
