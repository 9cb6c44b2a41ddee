import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { writeInTurn } from '../../ground/store/turns.ts'
import { completeIndex } from './index-document.ts'
import {
  type DocumentWrite,
  isIndexedAtOnce,
  isSmall,
  knownTerms,
  PlanOutdated,
  type PreparedWrite,
  prepareWrite,
  type Writer,
} from './write-document.ts'

/** Writes of large documents of an organization, and of small ones of a project, that wait; each keeps its text. */
const MOST_LARGE_WAITING = 50
const MOST_SMALL_WAITING = 500
const COME_BACK_SECONDS = 5
/** Other replicas, deletions and moves outdate a plan. */
const MOST_ATTEMPTS = 20

/**
 * Runs `work`, which writes these documents of one project, in one transaction; then completes their index, so that who
 * has the answer finds them. What takes long is computed before the transaction, and again if others wrote meanwhile.
 * Writes wait in line, so that they do not outdate each other: large documents in that of their organization, small ones
 * in that of their project. Throws the refusals of `prepareWrite` and of `work`, RATE_LIMITED if the line is full.
 */
export async function storeDocuments<T>(
  ctx: Writer,
  projectId: number,
  writes: DocumentWrite[],
  work: (db: Db, prepared: PreparedWrite[]) => Promise<T>,
): Promise<T> {
  const { store, caller } = ctx
  const areSmall = writes.every(({ text }) => isSmall(text))
  const complete = ({ paths }: Stored<T>) =>
    completeIndex(store, projectId, paths, knownTerms(...writes.map(({ text }) => text)))
  const line = areSmall ? `documents of project ${projectId}` : `large documents of ${caller.organizationId}`
  requireRoom(store.rounds.waitingFor(line), areSmall ? MOST_SMALL_WAITING : MOST_LARGE_WAITING)
  const stored = await store.rounds.run(line, {
    begin: () => storeAll(ctx, writes, work),
    // The large document that a small one replaces holds up no other small one.
    complete: async (begun) => (areSmall ? undefined : complete(begun)),
  })
  if (areSmall) await complete(stored)
  return stored.done
}

function requireRoom(waiting: number, most: number): void {
  if (waiting < most) return
  throw new Problem(
    'RATE_LIMITED',
    `${waiting} writes of documents wait for their turn already. Send fewer at a time.`,
    { retryAfterSeconds: COME_BACK_SECONDS },
  )
}

interface Stored<T> {
  done: T
  /** Of documents whose index is not complete. */
  paths: string[]
}

async function storeAll<T>(
  ctx: Writer,
  writes: DocumentWrite[],
  work: (db: Db, prepared: PreparedWrite[]) => Promise<T>,
): Promise<Stored<T>> {
  for (let attempts = 1; ; attempts++)
    try {
      const prepared: PreparedWrite[] = []
      for (const write of writes) prepared.push(await prepareWrite(ctx, write))
      const done = await writeInTurn(ctx.store, ctx.caller.organizationId, (db) => work(db, prepared))
      const left = prepared.filter((write) => !isIndexedAtOnce(write))
      return { done, paths: left.map(({ path }) => path) }
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
      if (attempts === MOST_ATTEMPTS) throw outpaced(error)
    }
}

const outpaced = (cause: Error) =>
  new Problem('UNAVAILABLE', 'Others write the same document again and again. Send it again in 5 s.', {
    cause,
    retryAfterSeconds: COME_BACK_SECONDS,
  })

/** The same for one document. */
export const storeDocument = <T>(
  ctx: Writer,
  write: DocumentWrite,
  work: (db: Db, prepared: PreparedWrite) => Promise<T>,
): Promise<T> =>
  storeDocuments(ctx, write.projectId, [write], (db, prepared) => work(db, prepared[0] as PreparedWrite))
