import { type Expression, type SqlBool, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { contains, isOneOf } from '../../ground/store/portable.ts'
import { newestNamesOf } from '../../results/test-identity/former-names.ts'
import { mayHave, trigramsOf } from './trigrams.ts'

/** The number of renames whose former names are searched, the latest confirmed first. */
const MOST_RENAMES = 2_000

/** What a name must have; both if both are given. */
export interface NameWanted {
  /** A part of its file or titles. */
  q?: string | undefined
  /** All of its last title, in any case. */
  title?: string | undefined
}

/** Tests with a wanted name, under their newest name or an earlier one. */
export interface NameFilter {
  matches: Expression<SqlBool>
  /** False if a block of tests contains no match. */
  mayBeIn(block: { first_id: number; last_id: number; trigrams: Uint8Array }): boolean
}

export async function filterByName(
  store: Store,
  projectId: number,
  { q, title }: NameWanted,
): Promise<NameFilter> {
  const conditions = [
    ...(q === undefined ? [] : [ofPart(store, q)]),
    ...(title === undefined ? [] : [ofTitle(store, title)]),
  ]
  const hasName = sql<boolean>`(${sql.join(
    conditions.map((condition) => condition.matches),
    sql` and `,
  )})`
  const former = await store.read
    .selectFrom((renames) =>
      renames
        .selectFrom('rename')
        .select('from_test_id')
        .where('project_id', '=', projectId)
        .where('undone_at', 'is', null)
        .orderBy('confirmed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_RENAMES)
        .as('r'),
    )
    .innerJoin('test', 'test.id', 'r.from_test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select('test.id')
    .where(hasName)
    .execute()
  const newest = await newestNamesOf(
    store,
    projectId,
    former.map((row) => row.id),
  )
  const renamed = [...new Set(newest.values())]
  const needed = conditions.map(({ texts }) => texts.map((text) => trigramsOf(text)))
  return {
    matches:
      renamed.length === 0
        ? hasName
        : sql<boolean>`(${hasName} or ${isOneOf(store.dialect, 'test.id', renamed)})`,
    mayBeIn: ({ first_id, last_id, trigrams }) =>
      needed.every((texts) => texts.some((text) => mayHave(trigrams, text))) ||
      renamed.some((id) => id >= first_id && id <= last_id),
  }
}

/** A condition, and the texts of which each matching name has one. */
interface Condition {
  matches: Expression<SqlBool>
  texts: string[]
}

function ofPart({ dialect }: Store, q: string): Condition {
  const inTitles = inJson(q)
  return {
    matches: sql<boolean>`(${contains(dialect, 'file.path', q)} or ${contains(dialect, 'test.titles', inTitles)})`,
    texts: [q, inTitles],
  }
}

function ofTitle({ dialect }: Store, title: string): Condition {
  const end = `"${inJson(title)}"]`
  return { matches: contains(dialect, 'test.titles', end), texts: [end] }
}

/** Titles are stored as JSON, which escapes a quotation mark with a backslash. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
