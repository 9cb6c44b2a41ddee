import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import {
  contentsWithin,
  documentSource,
  fence,
  fitItems,
  LONGEST_PATH,
  quoted,
  slug,
  truncatedLine,
  visible,
} from '../render.ts'
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
    const left = budget - estimateTokens(about) - FRAME_TOKENS
    const whole = document.content
    if (whole !== null && estimateTokens(JSON.stringify(whole)) <= left)
      return {
        text: `${about}\n\n${fence(whole, { source, language: 'md' })}`,
        structured: { document: facts, content: whole, truncated: false },
      }
    return renderSections({ about, facts, source, sections: document.sections, budget: left, most: budget })
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
  /** Of the text below `about`. */
  budget: number
  /** Of the whole answer. */
  most: number
}

function renderSections({ about, facts, source, sections, budget, most }: Sections) {
  const given = sections.filter(({ content }) => content !== null)
  const needed = sections.reduce((sum, { tokens }) => sum + tokens + 20, 0)
  const share = needed <= budget && given.length === sections.length ? 1 : TEXT_SHARE
  const room = Math.floor(budget * share)
  // The line of the source and the block's marks.
  const textRoom = Math.max(40, room - 40)
  const fitted = fitItems(given, room, ({ headings, content }) =>
    fence(content ?? '', { source: `${source}, ${place(headings)}`, language: 'md', maxTokens: textRoom }),
  )
  const dataBudget = most - tokensOf(facts) - 50
  const asData = contentsWithin(fitted.items, Math.floor(dataBudget * TEXT_SHARE))
  const cutAt = asData.findIndex(({ content }, at) => content !== fitted.items[at]?.content)
  // Some clients show only the data: the next call continues after what both have in whole.
  const count = cutAt < 0 ? asData.length : Math.max(1, cutAt)
  const isCut = cutAt === 0 || (fitted.items[0]?.tokens ?? 0) > textRoom
  const texts = fitted.texts.slice(0, count)
  const rest = sections.slice(count)
  const listed = fitItems(
    rest,
    budget - texts.reduce((sum, text) => sum + estimateTokens(text) + 1, 0),
    ({ id, headings, tokens }) => `- ${id} ${place(headings)} (${countOf(tokens, 'token')})`,
  )
  const truncated = rest.length > 0 || isCut
  const next = rest[0]?.id ?? null
  const lines = [about, '', ...texts.flatMap((text) => [text, ''])]
  if (rest.length > 0) lines.push('Sections that are not shown:', ...listed.texts)
  if (truncated)
    lines.push(
      truncatedLine(
        `shown: ${count} of ${countOf(sections.length, 'section')}${isCut ? ', cut' : ''}${listed.left > 0 ? `; not listed: ${listed.left}` : ''}`,
        next === null
          ? 'Call svc_read_doc with a larger max_tokens.'
          : `${isCut ? 'A larger max_tokens shows it whole. ' : ''}To read on, call svc_read_doc with the same arguments and doc_id "${next}"; for one section, with doc_id ${quoted(`${facts.path}#<heading>`, LONGEST_PATH)}. svc_read_chunks takes ids of this list.`,
      ),
    )
  return {
    text: lines.join('\n'),
    structured: {
      document: facts,
      ...forPrograms(asData.slice(0, count), rest, dataBudget),
      truncated,
      next,
    },
  }
}

/** Sections with their contents, and as many of those that are not shown as fit into the budget beside them. */
function forPrograms(sections: Section[], rest: Section[], budget: number) {
  const left = budget - tokensOf(sections)
  const listed = rest.map(({ id, headings, tokens }) => ({ id, headings, tokens }))
  return {
    sections,
    notShown: left < ENTRY_TOKENS ? [] : fitItems(listed, left, (item) => JSON.stringify(item)).items,
  }
}

const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value))
/** An id, headings and a number as JSON. */
const ENTRY_TOKENS = 60

const place = (headings: string[]): string =>
  headings.length > 0 ? quoted(headings.join(' > '), 200) : 'before the first heading'
