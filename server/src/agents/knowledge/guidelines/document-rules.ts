import type { Context } from '../../../ground/kernel/context.ts'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import { staleDocuments } from '../stale-documents.ts'
import type { Rule, Section, Trust } from './rule.ts'

/** Chunks that one guideline reads, of the documents that changed last. */
const MOST_CHUNKS = 300
/** Of each section, from one document. */
const MOST_RULES_OF_DOCUMENT = 12
/** Longer lines explain; they are not rules. */
const LONGEST_RULE = 220
const FRESH_MS = 180 * DAY_MS
const OLD_MS = 540 * DAY_MS

/**
 * The rules that the project's architecture, pattern and contract documents state: list items below a heading such as
 * "Rules" or "Anti-patterns", and sentences that begin with Always, Never or similar. Most trusted first.
 */
export async function readDocumentRules(ctx: Context, projectId: number): Promise<Rule[]> {
  const rows = await ctx.store.read
    .selectFrom('document')
    .innerJoin('chunk', 'chunk.document_id', 'document.id')
    .innerJoin('document_revision', (join) =>
      join
        .onRef('document_revision.document_id', '=', 'document.id')
        .onRef('document_revision.number', '=', 'document.revision'),
    )
    .select(['document.id', 'document.path', 'document.updated_at', 'document_revision.source'])
    .select('document_revision.is_vouched')
    .select(['chunk.headings', 'chunk.content'])
    .where('document.project_id', '=', projectId)
    .where('document.category', 'is not', null)
    .where('chunk.until_revision', 'is', null)
    .orderBy('document.updated_at', 'desc')
    .orderBy('document.id', 'desc')
    .orderBy('chunk.position')
    .limit(MOST_CHUNKS)
    .execute()
  const stale = await staleDocuments(
    ctx,
    rows.map((row) => row.id),
  )
  const now = ctx.clock()
  const documents = [...Map.groupBy(rows, (row) => row.id).values()].map((chunks) => {
    const [first] = chunks as [(typeof rows)[number]]
    const source = { path: first.path, trust: stale.has(first.id) ? ('low' as const) : trustOf(first, now) }
    const stated = chunks.flatMap((chunk) => rulesIn(JSON.parse(chunk.headings) as string[], chunk.content))
    return stated.map((rule): Rule => ({ ...rule, source }))
  })
  return inTurns(documents.sort((a, b) => rankOf(a) - rankOf(b)))
}

interface Origin {
  updated_at: number
  source: 'rest' | 'push' | 'proposal'
  is_vouched: number
}

/** High only for what a person wrote or accepted: the door that a text came through says nothing about its author. */
function trustOf({ updated_at, source, is_vouched }: Origin, now: number): Trust {
  const age = now - updated_at
  if (age > OLD_MS) return 'low'
  const isReviewed = source === 'proposal' || is_vouched === 1
  return isReviewed && age <= FRESH_MS ? 'high' : 'medium'
}

const RANK: Record<Trust, number> = { high: 0, medium: 1, low: 2 }
const rankOf = ([rule]: Rule[]) => RANK[rule?.source?.trust ?? 'low']

/** Of each section the first rule of each document, then the second ones: no document fills the budget alone. */
const inTurns = (documents: Rule[][]): Rule[] =>
  documents
    .flatMap((rules) =>
      [...Map.groupBy(rules, (rule) => rule.section).values()].flatMap((own) =>
        own.slice(0, MOST_RULES_OF_DOCUMENT).map((rule, turn) => ({ rule, turn })),
      ),
    )
    .sort((a, b) => a.turn - b.turn)
    .map(({ rule }) => rule)

const ANTI_HEADING = /\b(?:anti-?patterns?|avoid|don['’]?ts?|never|pitfalls|violations)\b/i
const RULE_HEADING =
  /\b(?:rules?|patterns?|principles?|conventions?|invariants?|guarantees?|guidelines?|dos?|always)\b/i
const DRIFT_HEADING = /\b(?:drift|exceptions?|deprecat\w*|migrations?)\b/i
const ANTI_SENTENCE = /^(?:never|do not|don['’]t|avoid|no)\b/i
const RULE_SENTENCE = /^(?:always|must|prefer|every|each|only|use)\b/i

/** The rules of one chunk: no parser is needed, since a rule is an item or a sentence. */
function rulesIn(headings: string[], content: string): Omit<Rule, 'source'>[] {
  const heading = headings.at(-1) ?? ''
  const subject = headings.findLast((title) => !isOfRules(title))
  return blocksIn(content).flatMap(({ text, isItem }) => {
    const whole = plain(text)
    // An item may need all its sentences. A paragraph has rules among other sentences.
    const statements = isItem && whole.length <= LONGEST_RULE ? [whole] : whole.split(SENTENCE_END)
    return statements.flatMap((statement, at) => {
      if (statement.length < 8 || statement.length > LONGEST_RULE) return []
      const section = sectionOf(heading, statement, isItem && at === 0)
      return section === null ? [] : [{ section, text: withSubject(subject, statement) }]
    })
  })
}

/** A sentence that says "it" means what the heading names. */
const withSubject = (subject: string | undefined, statement: string): string =>
  subject !== undefined && REFERENCE.test(statement) ? `${plain(subject)}: ${statement}` : statement

const REFERENCE = /\b(?:it|they|them|this|these|those)\b/i

/** A heading such as "Rules" names no subject; "Rules of rounding" does. */
const isOfRules = (title: string): boolean =>
  ![ANTI_HEADING, RULE_HEADING, DRIFT_HEADING]
    .reduce((left, kind) => left.replace(kind, ''), title)
    .match(/\p{L}/u)

const SENTENCE_END = /(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|cf)\.) (?=[\p{Lu}`"])/u

interface Block {
  text: string
  isItem: boolean
}

/** Paragraphs and list items, with the lines over which they are wrapped; no code. */
function blocksIn(content: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  let isCode = false
  for (const line of content.split('\n')) {
    const isFence = /^\s{0,12}(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    if (isFence || isCode || line.trim() === '' || /^\s{0,3}(?:#|>|\||<)/.test(line)) {
      open = null
      continue
    }
    const item = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]([^\n]*)/.exec(line)
    if (item || open === null) {
      open = { text: item?.[1] ?? line, isItem: item !== null }
      blocks.push(open)
    } else open.text += ` ${line.trim()}`
  }
  return blocks
}

function sectionOf(heading: string, text: string, isItem: boolean): Section | null {
  if (ANTI_SENTENCE.test(text)) return 'antiPatterns'
  if (isItem && ANTI_HEADING.test(heading)) return 'antiPatterns'
  if (isItem && DRIFT_HEADING.test(heading)) return 'drift'
  if (RULE_SENTENCE.test(text) || (isItem && RULE_HEADING.test(heading))) return 'patterns'
  return null
}

/** Without marks of Markdown that would change the lines around it; empty for a heading. */
const plain = (text: string): string =>
  (/^\s{0,3}#{1,6}\s/.test(text) ? '' : text)
    .replace(/\[([^\][]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/[*_]{2}/g, '')
    .replace(/`{2,}/g, "'")
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
