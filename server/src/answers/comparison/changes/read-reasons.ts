import type { SkipKind } from '@svc/protocol'
import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { SideRow } from '../../../results/results/side.ts'
import type { Pair } from './read-changes.ts'

/** The number of characters of a message that a comparison contains. */
const MESSAGE_LENGTH = 2_000

export type Reason =
  | { kind: 'error'; message: string; fingerprint: string }
  | { kind: 'skip'; message: string; skip: SkipKind; hasBailed: boolean }

/** The messages of the errors and skips of these pairs, by their internal id. */
export async function readReasons(store: Store, pairs: Pair[]): Promise<Map<number, Reason>> {
  const ids = new Set(
    pairs.flatMap((pair) => [pair.base?.reasonId, pair.head?.reasonId]).filter((id) => id != null),
  )
  if (ids.size === 0) return new Map()
  const rows = await store.read
    .selectFrom('reason')
    .select(['id', 'kind', 'fingerprint'])
    // A comparison only shows what broke; the execution contains the complete message.
    .select(sql<string>`substr(message, 1, ${sql.lit(MESSAGE_LENGTH)})`.as('message'))
    .select(sql<string | null>`case when kind = 'skip' then detail end`.as('skip'))
    .where(isOneOf(store.dialect, 'id', [...ids]))
    .execute()
  return new Map(
    rows.map(({ id, kind, message, fingerprint, skip }) => [
      id,
      kind === 'error' || skip === null ? { kind: 'error', message, fingerprint } : toSkip(JSON.parse(skip)),
    ]),
  )
}

/** Why tests were skipped, by the internal ids of these reasons. */
export async function readSkips(store: Store, ids: number[]): Promise<Map<number, Skip>> {
  if (ids.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('reason')
    .select(['id', 'detail'])
    .where(isOneOf(store.dialect, 'id', ids))
    .where('kind', '=', 'skip')
    .execute()
  return new Map(rows.flatMap(({ id, detail }) => (detail === null ? [] : [[id, JSON.parse(detail)]])))
}

/** The fingerprint of a side's failure; null if it is unknown. */
export function fingerprintOf(side: SideRow | null, reasons: Map<number, Reason>): string | null {
  const reason = side?.reasonId == null ? undefined : reasons.get(side.reasonId)
  return reason?.kind === 'error' ? reason.fingerprint : null
}

const SKIP_WORDS: Record<SkipKind, string> = {
  skip: 'skipped',
  todo: 'marked as to do',
  hook: 'a hook or a fixture before it failed',
  filtered: 'left out by a filter, an only or a bail',
  interrupted: 'cut off by the end of the run',
}

/** Only a bail gives a reason for what it left out. */
export const isBail = ({ kind, reason }: Skip): boolean => kind === 'filtered' && reason !== undefined

interface Skip {
  kind: SkipKind
  reason?: string
}

const toSkip = (skip: Skip): Reason => ({
  kind: 'skip',
  message: skip.reason ? `${SKIP_WORDS[skip.kind]}: ${skip.reason}` : SKIP_WORDS[skip.kind],
  skip: skip.kind,
  hasBailed: isBail(skip),
})
