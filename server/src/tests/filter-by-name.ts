import { type Expression, type SqlBool, sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { contains, isOneOf } from '../store/portable.ts'
import { newestNamesOf } from '../test-identity/former-names.ts'
import { mayHave, trigramsOf } from './trigrams.ts'

/** The number of renames whose former names are searched, the latest confirmed first. */
const MOST_RENAMES = 2_000

/** Tests whose file or titles contain a text, under their newest name or an earlier one. */
export interface NameFilter {
  matches: Expression<SqlBool>
  /** False if a block of tests contains no match. */
  mayBeIn(block: { first_id: number; last_id: number; trigrams: Uint8Array }): boolean
}

export async function filterByName(store: Store, projectId: number, q: string): Promise<NameFilter> {
  const inTitles = inJson(q)
  const hasName = sql<boolean>`(${contains(store.dialect, 'file.path', q)}
    or ${contains(store.dialect, 'test.titles', inTitles)})`
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
  const texts = [...new Set([q, inTitles])].map((text) => trigramsOf(text))
  return {
    matches:
      renamed.length === 0
        ? hasName
        : sql<boolean>`(${hasName} or ${isOneOf(store.dialect, 'test.id', renamed)})`,
    mayBeIn: ({ first_id, last_id, trigrams }) =>
      texts.some((text) => mayHave(trigrams, text)) || renamed.some((id) => id >= first_id && id <= last_id),
  }
}

/** Titles are stored as JSON, which escapes a quotation mark with a backslash. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
