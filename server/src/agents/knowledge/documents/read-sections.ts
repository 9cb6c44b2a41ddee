import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { matchDocuments, namedElsewhere, readDocument } from '../find-document.ts'
import { type KnowledgeReach, reachOf, readableDocuments } from '../readable-documents.ts'
import { findSection } from './find-section.ts'

type Verbs = Handlers<typeof documentOperations>
type Section = z.input<(typeof documentOperations)['readDocument']['output']>['sections'][number]
type WholeSection = Section & { content: string }

/** A document with its text, or the sections of it that fit. */
export const readDocumentSections: Verbs['readDocument'] = async ({ ctx, input }) => {
  const reach = await reachOf(ctx, input)
  const { docId, heading, chunk } = await placeOf(ctx, reach, input.doc)
  const { document, rowId, content, frontMatter } = await readDocument(ctx, { docId, reach })
  const all = await readSections(ctx.store.read, rowId)
  const section = heading === null ? null : findSection(document, all, heading)
  const first = all.findIndex(({ id }) => id === chunk)
  const asked = section === null ? all.slice(Math.max(0, first)) : section.chunks
  const isWhole = section === null && chunk === null && estimateTokens(content) <= input.maxTokens
  const sections = isWhole ? asked : fitting(asked, input.maxTokens)
  return {
    ...document,
    frontMatter,
    content: isWhole ? content : null,
    section: section?.path ?? null,
    sameName: (section?.others ?? []).map(({ path, anchor }) => ({ headings: path, anchor })),
    otherProjects: reach.scope === 'org' ? await namedElsewhere(ctx, document, docId) : [],
    sections,
    truncated: sections.some((each) => each.content === null),
  }
}

/** What a caller wants of which document. */
interface Place {
  docId: string
  heading: string | null
  /** The id of the chunk from which to read on. */
  chunk: string | null
}

/** The most characters `#` that are tried as the one before a heading. */
const MOST_MARKS = 10

/** A chunk of a document, a document, or one with a heading after a `#`; titles and headings may have a `#` too. */
async function placeOf(ctx: Context, reach: KnowledgeReach, doc: string): Promise<Place> {
  const document = CHUNK_ID.test(doc) ? await documentOfChunk(ctx, reach, doc) : null
  if (document !== null) return { docId: document, heading: null, chunk: doc }
  const whole = { docId: doc, heading: null, chunk: null }
  const marks = [...doc.matchAll(/#/g)].map(({ index }) => index).filter((at) => at > 0)
  if (marks.length === 0 || (await matchDocuments(ctx, reach, doc)).length > 0) return whole
  const places = marks
    .slice(0, MOST_MARKS)
    .map((at) => ({ docId: doc.slice(0, at), heading: doc.slice(at + 1).trim(), chunk: null }))
  for (const place of places.toReversed())
    if ((await matchDocuments(ctx, reach, place.docId)).length > 0) return place
  return places.find(({ docId }) => /\.(?:md|mdx|markdown)$/i.test(docId.trim())) ?? whole
}

const CHUNK_ID = /^c_[a-z2-7]{26}$/

async function documentOfChunk(ctx: Context, reach: KnowledgeReach, id: string): Promise<string | null> {
  const row = await ctx.store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select('document.public_id')
    .where('chunk.public_id', '=', id)
    .where(readableDocuments(ctx, reach))
    .executeTakeFirst()
  return row?.public_id ?? null
}

async function readSections(db: Db, documentId: number): Promise<WholeSection[]> {
  const rows = await db
    .selectFrom('chunk')
    .select(['public_id', 'headings', 'tokens', 'content'])
    .where('document_id', '=', documentId)
    .where('until_revision', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(({ public_id, headings, tokens, content }) => ({
    id: public_id,
    headings: JSON.parse(headings) as string[],
    tokens,
    content,
  }))
}

/** The first sections that fit keep their contents; the first of all is always one of them. */
function fitting(sections: WholeSection[], maxTokens: number): Section[] {
  let left = maxTokens
  return sections.map((section, at) => {
    left -= section.tokens
    const isFitting = at === 0 || left >= 0
    if (!isFitting) left = -1
    return isFitting ? section : { ...section, content: null }
  })
}
