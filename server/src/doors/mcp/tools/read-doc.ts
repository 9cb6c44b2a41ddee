import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { cutToTokens, fitRows, type Row, tokensOf } from '../fit.ts'
import { documentSource, fence, LONGEST_PATH, quoted, slug, truncatedLine, visible } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'
import { scopeFor } from './search-index.ts'

export const readDoc = tool({
  name: 'svc_read_doc',
  title: 'Read a document',
  description:
    'Returns a knowledge document. A long one comes as its first sections and a list of the others; `path#heading` returns one section.',
  input: z.strictObject({
    doc_id: z.string().trim().min(1).max(1_000).describe('Title, path or id.'),
    scope: z.enum(['project', 'org']).default('project'),
    ...maxTokens,
  }),
  ...READS_KNOWLEDGE,
  onError: {
    NOT_FOUND:
      'Call svc_search_index with words of its subject. The scope org reads documents of other projects.',
    INVALID_REQUEST: 'Call svc_read_doc again with a path or an id.',
  },
  async call(input, { run, findProject }) {
    const home = await findProject()
    const scope = scopeFor(input.scope, home)
    const document = await run('readDocument', {
      doc: input.doc_id,
      scope,
      ...(home && { project: home.slug }),
      maxTokens: input.max_tokens,
    })
    const { failures } = await run('listDocumentFailures', { id: document.id })
    const content = document.content === null ? null : visible(document.content)
    const sections = document.sections.map((section) => ({
      ...section,
      content: section.content === null ? null : visible(section.content),
    }))
    return { document: { ...document, content, sections }, failures }
  },
  render({ document, failures }, budget) {
    const { path, title, revision, section } = document
    const most = budget < 500 ? 1 : 5
    const others = document.sameName.slice(0, most)
    const otherProjects = document.otherProjects.slice(0, most)
    const source = documentSource(document)
    const tied = mostTied(failures, budget)
    const about = [
      quoted(title, LONGEST_PATH),
      `${slug(path, LONGEST_PATH)}, project ${slug(document.project)}, ${document.visibility}, revision ${revision}, changed ${document.updatedAt.slice(0, 10)}`,
      ...(document.tags.length > 0 ? [`tags: ${document.tags.map((tag) => slug(tag, 60)).join(', ')}`] : []),
      ...otherProjects.map(
        (other) =>
          `of the same name in project ${slug(other.project)}: ${slug(other.path, LONGEST_PATH)}, id ${other.id}`,
      ),
      ...(section ? [`section: ${place(section)}`] : []),
      ...others.map(
        ({ headings, anchor }) =>
          `of the same name: ${slug(`${path}#${anchor}`, LONGEST_PATH)} (${place(headings)})`,
      ),
      ...tied.map(tieLine),
    ].join('\n')
    const facts = {
      id: document.id,
      path,
      title,
      project: document.project,
      visibility: document.visibility,
      revision,
      updatedAt: document.updatedAt,
      ...(otherProjects.length > 0 && { otherProjects }),
      ...(others.length > 0 && { sameName: others.map(({ anchor }) => anchor) }),
      ...(tied.length > 0 && {
        explains: tied.map(({ fingerprint, isStale, failure }) => ({
          fingerprint,
          isStale,
          executions: failure.executions,
          lastSeen: failure.lastSeen?.at ?? null,
        })),
      }),
    }
    const { content } = document
    if (content !== null) {
      const text = `${about}\n\n${fence(content, { source, language: 'md' })}`
      const structured = { document: facts, content, truncated: false }
      if (tokensOf(text, structured) <= budget) return { text, structured }
    }
    return renderSections({ about, facts, source, sections: document.sections, budget })
  },
})

/** Lines around the text and the list. */
const FRAME_TOKENS = 120

type Tied = OutputOf<'listDocumentFailures'>['failures'][number]

/** The failures that the document explains and a reader must know first: stale ones, then those seen last. */
const mostTied = (failures: Tied[], budget: number): Tied[] =>
  failures
    .toSorted(
      (one, other) =>
        Number(other.isStale) - Number(one.isStale) ||
        (other.failure.lastSeen?.at ?? '').localeCompare(one.failure.lastSeen?.at ?? ''),
    )
    .slice(0, budget < 500 ? 1 : 3)

function tieLine({ fingerprint, isStale, because, failure }: Tied): string {
  const message = failure.message === null ? '' : `, ${quoted(failure.message, 100)}`
  const state = isStale
    ? `STALE: ${quoted(because ?? 'the failure came back after the fix', 150)}`
    : `${countOf(failure.executions, 'execution')} in 30 days`
  return `explains failure ${fingerprint}${message}: ${state}`
}
/** The share of an answer that the text gets; the list of the other sections gets the rest. */
const TEXT_SHARE = 0.75

type Section = OutputOf<'readDocument'>['sections'][number]

interface Sections {
  about: string
  facts: { path: string }
  source: string
  sections: Section[]
  budget: number
}

function renderSections({ about, facts, source, sections, budget }: Sections) {
  const room = budget - tokensOf(about, facts) - FRAME_TOKENS
  const given = sections.flatMap((section) =>
    section.content === null ? [] : rowOf({ ...section, content: section.content }, source),
  )
  const all = fitRows(given, room)
  const isWhole = all.rows.length === sections.length && !all.isCut
  const { texts, data, isCut } = isWhole ? all : fitRows(given, room * TEXT_SHARE)
  const rest = sections.slice(texts.length)
  const listed = fitRows(entriesOf(rest), room - tokensOf(texts.join('\n\n'), data))
  const truncated = rest.length > 0 || isCut
  const next = rest[0]?.id ?? null
  const lines = [about, '', ...texts.flatMap((text) => [text, ''])]
  if (rest.length > 0) lines.push('Sections that are not shown:', ...listed.texts)
  if (truncated)
    lines.push(
      truncatedLine(
        `shown: ${texts.length} of ${countOf(sections.length, 'section')}${isCut ? ', cut' : ''}${listed.texts.length < rest.length ? `; not listed: ${rest.length - listed.texts.length}` : ''}`,
        next === null
          ? 'Call svc_read_doc with a larger max_tokens.'
          : `${isCut ? 'A larger max_tokens shows it whole. ' : ''}To read on, call svc_read_doc with the same arguments and doc_id "${next}"; for one section, with doc_id ${quoted(`${facts.path}#<heading>`, LONGEST_PATH)}. svc_read_chunks takes ids of this list.`,
      ),
    )
  return {
    text: lines.join('\n'),
    structured: { document: facts, sections: data, notShown: listed.data, truncated, next },
  }
}

/** A section as text and as data, because some clients show only one. */
function rowOf({ content: whole, ...section }: Section & { content: string }, source: string): Row {
  const withContent = (content: string): Row => ({
    text: fence(content, { source: `${source}, ${place(section.headings)}`, language: 'md' }),
    data: { ...section, content },
  })
  const frame = withContent('')
  return {
    ...withContent(whole),
    cut: (room) =>
      withContent(cutToTokens(whole, Math.max(LEAST_TEXT, room - tokensOf(frame.text, frame.data)))),
  }
}

/** The text of a section that is cut, at least. */
const LEAST_TEXT = 40

/** Made as they are asked for: a document may have 5,000 sections below long headings. */
function* entriesOf(sections: Section[]): Generator<Row> {
  for (const section of sections) yield entryOf(section)
}

/** A section that is not shown. */
const entryOf = ({ id, headings, tokens }: Section): Row => ({
  text: `- ${id} ${place(headings)} (${countOf(tokens, 'token')})`,
  data: { id, headings, tokens },
})

const place = (headings: string[]): string =>
  headings.length > 0 ? quoted(headings.join(' > '), 200) : 'before the first heading'
