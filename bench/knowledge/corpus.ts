import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocumentText } from '../../server/src/agents/knowledge/documents/read-here.ts'
import { storeDocument } from '../../server/src/agents/knowledge/store-documents.ts'
import { writeDocument } from '../../server/src/agents/knowledge/write-document.ts'
import type { Caller, Context } from '../../server/src/ground/kernel/context.ts'
import { newId } from '../../server/src/ground/kernel/id.ts'
import { Problem } from '../../server/src/ground/kernel/problem.ts'
import type { Store } from '../../server/src/ground/store/open.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { say } from '../report.ts'
import type { Place } from './questions.ts'

export type Reader = Pick<Context, 'store' | 'caller' | 'clock'> & { projectId: number }

/** An organization with one project in an empty store. */
export async function makeReader(store: Store): Promise<Reader> {
  const clock = () => Date.parse('2026-03-02T09:00:00Z')
  await bootstrap(store, clock, 'admin')
  const { id: organizationId } = await store.read
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  const { id: apiKeyId } = await store.read.selectFrom('api_key').select('id').executeTakeFirstOrThrow()
  const { id: projectId } = await store.write((db) =>
    db
      .insertInto('project')
      .values({
        public_id: newId(clock()),
        organization_id: organizationId,
        slug: 'docs',
        name: 'docs',
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const caller: Caller = {
    organizationId,
    credential: 'bench',
    apiKeyId,
    personId: null,
    role: 'admin',
    scopes: new Set(['knowledge']),
    projectId: null,
    endsAt: null,
  }
  return { store, caller, clock, projectId }
}

/** Writes each Markdown file of a folder as a document and prints the refused ones. Returns the number written. */
export async function writeFolder(reader: Reader, folder: string, skip = /(?!)/): Promise<number> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.mdx?$/.test(path) && !skip.test(path))
    .sort()
  let written = 0
  for (const path of files)
    try {
      const text = readDocumentText(readFileSync(join(folder, path), 'utf8'))
      const write = { projectId: reader.projectId, path, text, source: 'push' } as const
      await storeDocument(reader, write, (db, prepared) => writeDocument(db, reader, prepared))
      written++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      say(`Refused: ${path}: ${error.message}`)
    }
  return written
}

export interface StoredChunk extends Place {
  id: string
  title: string
  content: string
}

/** All chunks, in their order. */
export async function readStoredChunks({ store, projectId }: Reader): Promise<StoredChunk[]> {
  const rows = await store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .select(['chunk.public_id as id', 'document.path', 'document.title', 'chunk.headings', 'chunk.content'])
    .where('chunk.project_id', '=', projectId)
    .orderBy('document.path')
    .orderBy('chunk.position')
    .execute()
  return rows.map((row) => ({ ...row, headings: JSON.parse(row.headings) as string[] }))
}
