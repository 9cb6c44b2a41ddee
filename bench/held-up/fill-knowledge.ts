import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { openStore, type Store, type StoreAddress } from '../../server/src/ground/store/open.ts'
import type { Db } from '../../server/src/ground/store/portable.ts'
import { prose } from './document-texts.ts'
import { AMOUNT, KIND } from './ground.ts'
import { endingIn, idOf, insertSeries, long, numbered, plus } from './insert-series.ts'

const now = Date.now()

/** Documents with large revisions, and open proposals whose texts differ only at their end, in the project to delete. */
export async function fillKnowledge(store: Store): Promise<void> {
  const content = prose(LIMITS.documentBytes, 1).slice(0, LIMITS.documentBytes - 8)
  const { id } = await store.read
    .selectFrom('project')
    .select('id')
    .where('slug', '=', 'old1')
    .executeTakeFirstOrThrow()
  await store.write((db) => documents(db, id, content))
  await store.write((db) => proposals(db, id, content))
}

async function documents(db: Db, project_id: number, content: string): Promise<void> {
  await insertSeries(db, 'document', AMOUNT.texts, {
    public_id: idOf(KIND.document),
    project_id,
    path: numbered('d/'),
    title: numbered('d '),
    title_key: numbered('d '),
    visibility: 'project',
    tags: '[]',
    bytes: content.length,
    revision: 1,
    hash: 'h',
    created_at: now,
    updated_at: now,
    indexed_revision: 1,
  })
  const first = await db.selectFrom('document').select('id').orderBy('id').executeTakeFirstOrThrow()
  await insertSeries(db, 'document_revision', AMOUNT.texts, {
    document_id: plus(first.id - 1),
    number: 1,
    project_id,
    title: 'd',
    visibility: 'project',
    hash: 'h',
    author: 'a',
    source: 'rest',
    created_at: now,
    bytes: content.length,
    front_matter: '{}',
    content: long(content),
  })
}

/** Letters that are 18 others in a normal form. */
const LIGATURE = '\ufdfa'

/** As many documents as there may be, in another project. Some have the longest names, and as many tags as one may have. */
export async function addDocuments(address: StoreAddress): Promise<void> {
  const store = await openStore(address)
  try {
    await store.write(async (db) => {
      const { id: project_id } = await db
        .selectFrom('project')
        .select('id')
        .where('slug', '=', 'old2')
        .executeTakeFirstOrThrow()
      const row = {
        project_id,
        visibility: 'shared',
        bytes: 1,
        revision: 1,
        hash: 'h',
        created_at: now,
        updated_at: now,
        indexed_revision: 1,
      } as const
      await insertSeries(db, 'document', AMOUNT.longNames, {
        ...row,
        public_id: idOf(KIND.document, AMOUNT.texts),
        path: numbered(`${LIGATURE.repeat(45)}/${LIGATURE.repeat(45)}`),
        title: numbered(LIGATURE.repeat(LIMITS.documentTitleLength - 10)),
        title_key: numbered('long '),
        tags: long(JSON.stringify(Array(LIMITS.documentTags).fill('t'.repeat(LIMITS.documentTagLength)))),
      })
      await insertSeries(db, 'document', AMOUNT.many, {
        ...row,
        public_id: idOf(KIND.document, AMOUNT.texts + AMOUNT.longNames),
        path: sql<string>`'docs/folder ' || cast(i / 10 as text) || '/page ' || cast(i as text) || '.md'`,
        title: numbered('A page of it '),
        title_key: numbered('a page of it '),
        tags: '[]',
      })
    })
  } finally {
    await store.close()
  }
}

const proposals = (db: Db, project_id: number, content: string) =>
  insertSeries(db, 'proposal', AMOUNT.texts, {
    public_id: idOf(KIND.proposal),
    project_id,
    path: 'new.md',
    base_revision: 0,
    content: endingIn(content),
    visibility: 'project',
    evidence: 'e',
    reasoning: 'r',
    state: 'open',
    author_credential: 'key:1',
    author: 'a',
    is_by_key: 1,
    created_at: now,
  })
