import { hash } from 'node:crypto'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { KeptAnswers } from '../../ground/kernel/kept-answers.ts'
import type { Memoize } from '../../ground/kernel/memoize.ts'
import { changeVersion } from '../../ground/store/change-version.ts'
import type { Store } from '../../ground/store/open.ts'

export interface Memo {
  value: unknown
  bytes: number
}

/** One answer under way. */
interface Making {
  organizationId: number
  /** What a value depends on besides the database and its own question. */
  asker: unknown
  now: number
  /** The answer's own, which says that it depends on the time. */
  clock: Clock
}

/**
 * Keeps values for other answers of this thread. A value may be asked for with rows that are older than the version;
 * therefore the rows belong to the question.
 */
export const memoizeIn =
  (memos: KeptAnswers<Memo>, store: Store, { organizationId, asker, now, clock }: Making): Memoize =>
  async <Value>(
    { projectId, question, insteadOf = [], sizeOf }: Parameters<Memoize>[0],
    make: (clock: Clock) => Promise<Value>,
  ) => {
    const version = await changeVersion(store.read, store.dialect, { projectId })
    const asked = (what: unknown) => ({
      organizationId,
      version,
      question: hash('sha256', JSON.stringify([asker, projectId, what])),
      now,
    })
    for (const other of insteadOf) {
      const known = memos.known(asked(other))
      if (known) return known.value as Value
    }
    const { value } = await memos.answer(asked(question), async ({ dependsOnMore }) => {
      const made = await make(() => {
        dependsOnMore()
        return clock()
      })
      return { value: made, bytes: sizeOf(made) }
    })
    return value as Value
  }
