import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Handlers } from '../../kernel/handlers.ts'
import { nearMatches } from '../../kernel/near-matches.ts'
import { Problem } from '../../kernel/problem.ts'
import { estimateTokens } from '../../kernel/tokens.ts'
import type { Db } from '../../store/portable.ts'
import { titleKey } from '../document-title.ts'
import { readDocument } from '../read-document.ts'
import { reachOf } from '../readable-documents.ts'

type Verbs = Handlers<typeof documentOperations>
type Section = z.input<(typeof documentOperations)['readDocument']['output']>['sections'][number]
type WholeSection = Section & { content: string }

/** A document with its text, or the sections of it that fit. */
export const readDocumentSections: Verbs['readDocument'] = async ({ ctx, input }) => {
  const reach = await reachOf(ctx, input)
  const { found, heading } = await findWithHeading((docId) => readDocument(ctx, { docId, reach }), input.doc)
  const { document, rowId, content, frontMatter } = found
  const all = await readSections(ctx.store.read, rowId)
  const section = heading === null ? null : headingsOf(all, heading, document.path)
  const asked = section === null ? all : all.filter(({ headings }) => isWithin(headings, section))
  const isWhole = section === null && estimateTokens(content) <= input.maxTokens
  const sections = isWhole ? asked : fitting(asked, input.maxTokens)
  return {
    ...document,
    frontMatter,
    content: isWhole ? content : null,
    section,
    sections,
    truncated: sections.some((each) => each.content === null),
  }
}

/** The document of the whole text; else that of the text before the last `#`, with the heading after it. */
async function findWithHeading<T>(find: (docId: string) => Promise<T>, doc: string) {
  try {
    return { found: await find(doc), heading: null }
  } catch (error) {
    const at = doc.lastIndexOf('#')
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND' || at <= 0) throw error
    return { found: await find(doc.slice(0, at)), heading: doc.slice(at + 1).trim() }
  }
}

async function readSections(db: Db, documentId: number): Promise<WholeSection[]> {
  const rows = await db
    .selectFrom('chunk')
    .select(['public_id', 'headings', 'tokens', 'content'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()
  return rows.map(({ public_id, headings, tokens, content }) => ({
    id: public_id,
    headings: JSON.parse(headings) as string[],
    tokens,
    content,
  }))
}

/** The headings of the first section that is called so, also by its anchor. Throws NOT_FOUND with similar headings. */
function headingsOf(sections: WholeSection[], heading: string, path: string): string[] {
  const paths = sections.flatMap(({ headings }) => headings.map((_, at) => headings.slice(0, at + 1)))
  const wanted = [titleKey(heading), anchorOf(heading)]
  const found = paths.find((headings) => {
    const own = headings.at(-1) ?? ''
    return titleKey(own) === wanted[0] || anchorOf(own) === wanted[1]
  })
  if (found) return found
  const names = [...new Set(paths.map((headings) => headings.at(-1) ?? ''))]
  const near = nearMatches(heading, names, (name) => [name]).map((name) => JSON.stringify(name.slice(0, 100)))
  const similar = near.length > 0 ? ` Similar headings: ${near.join(', ')}.` : ''
  throw new Problem('NOT_FOUND', `${path} has no heading ${JSON.stringify(heading.slice(0, 200))}.${similar}`)
}

/** As GitHub makes anchors of headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const isWithin = (headings: string[], section: string[]): boolean =>
  section.every((name, at) => headings[at] === name)

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
