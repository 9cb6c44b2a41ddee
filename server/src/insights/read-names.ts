import type { SkipKind } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import type { Pair } from './read-changes.ts'

/** Characters of a message that a comparison tells. */
const MESSAGE_LENGTH = 2_000

export type TestName = Omit<z.input<typeof Comparison>['removed'][number], 'leg' | 'base' | 'head' | 'error'>

/** What the tests of these pairs are called, by their internal id. */
export async function readTests(store: Store, pairs: Pick<Pair, 'testId'>[]): Promise<Map<number, TestName>> {
  if (pairs.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'test.key', 'file.path', 'titles', 'variant', 'occurrence'])
    .where(isOneOf(store.dialect, 'test.id', [...new Set(pairs.map((pair) => pair.testId))]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        testId: row.key,
        file: row.path,
        titles: JSON.parse(row.titles) as string[],
        variant: row.variant,
        occurrence: row.occurrence,
      },
    ]),
  )
}

export type Reason =
  | { kind: 'error'; message: string; fingerprint: string }
  | { kind: 'skip'; message: string }

/** What the errors and skips of these pairs say, by their internal id. */
export async function readReasons(store: Store, pairs: Pair[]): Promise<Map<number, Reason>> {
  const ids = new Set(
    pairs.flatMap((pair) => [pair.base?.reasonId, pair.head?.reasonId]).filter((id) => id != null),
  )
  if (ids.size === 0) return new Map()
  const rows = await store.read
    .selectFrom('reason')
    .select(['id', 'kind', 'fingerprint'])
    // A comparison tells what broke; all of a message stands in the execution.
    .select(sql<string>`substr(message, 1, ${sql.lit(MESSAGE_LENGTH)})`.as('message'))
    .select(sql<string | null>`case when kind = 'skip' then detail end`.as('skip'))
    .where(isOneOf(store.dialect, 'id', [...ids]))
    .execute()
  return new Map(
    rows.map(({ id, kind, message, fingerprint, skip }) => [
      id,
      kind === 'error' || skip === null
        ? { kind: 'error', message, fingerprint }
        : { kind: 'skip', message: whySkipped(JSON.parse(skip) as { kind: SkipKind; reason?: string }) },
    ]),
  )
}

const SKIP_WORDS: Record<SkipKind, string> = {
  skip: 'skipped',
  todo: 'marked as to do',
  hook: 'a hook or a fixture before it failed',
  filtered: 'left out by a filter, an only or a bail',
  interrupted: 'cut off by the end of the run',
}

const whySkipped = ({ kind, reason }: { kind: SkipKind; reason?: string }) =>
  reason ? `${SKIP_WORDS[kind]}: ${reason}` : SKIP_WORDS[kind]
