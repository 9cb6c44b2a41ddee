import { hash } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { KeptAnswers } from '../kernel/kept-answers.ts'
import type { KeepPart } from '../kernel/memoize.ts'
import { changeVersion } from '../store/change-version.ts'
import type { Store } from '../store/open.ts'

export interface KeptPart {
  part: unknown
  bytes: number
}

/** One answer under way. */
interface Making {
  organizationId: number
  /** What a part depends on besides the database and its own question. */
  asker: unknown
  now: number
  /** The answer's own, which says that it depends on the time. */
  clock: Clock
}

/**
 * Keeps parts for other answers of this thread. A part may be asked for with rows that are older than the version;
 * therefore the rows belong to the question.
 */
export const keepPartIn =
  (parts: KeptAnswers<KeptPart>, store: Store, { organizationId, asker, now, clock }: Making): KeepPart =>
  async <Part>(
    { projectId, question, insteadOf = [], sizeOf }: Parameters<KeepPart>[0],
    make: (clock: Clock) => Promise<Part>,
  ) => {
    const version = await changeVersion(store.read, store.dialect, { projectId })
    const asked = (what: unknown) => ({
      organizationId,
      version,
      question: hash('sha256', JSON.stringify([asker, projectId, what])),
      now,
    })
    for (const other of insteadOf) {
      const known = parts.known(asked(other))
      if (known) return known.part as Part
    }
    const { part } = await parts.answer(asked(question), async ({ dependsOnMore }) => {
      const made = await make(() => {
        dependsOnMore()
        return clock()
      })
      return { part: made, bytes: sizeOf(made) }
    })
    return part as Part
  }
