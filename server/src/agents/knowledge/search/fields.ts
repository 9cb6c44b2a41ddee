import { termsOf } from './terms.ts'

/** The fields of a chunk that the ranking weighs differently, in the order of the lines of `chunk_search.words`. */
export const FIELDS = ['title', 'heading', 'ancestors', 'path', 'body', 'summary', 'markup'] as const
export type Field = (typeof FIELDS)[number]

/** The texts of a chunk's fields. */
export interface FieldTexts {
  title: string
  path: string
  /** Outermost first. */
  headings: string[]
  content: string
  /** See `summaryOf`; empty for all chunks but the first of a document. */
  summary: string
}

/** The terms of each field. */
export type Terms = Record<Field, string[]>

export function fieldTerms({ title, path, headings, content, summary }: FieldTexts): Terms {
  const { body, markup } = contentTerms(content)
  return {
    title: termsOf(title),
    heading: headingTerms(headings),
    ancestors: ancestorTerms(headings),
    path: termsOf(path.replace(/\.[a-z]+$/i, '')),
    body,
    summary: termsOf(summary),
    markup,
  }
}

export const headingTerms = (headings: string[]): string[] => termsOf(withoutAnchor(headings.at(-1) ?? ''))

export const ancestorTerms = (headings: string[]): string[] =>
  termsOf(headings.slice(0, -1).map(withoutAnchor).join(' '))

export function contentTerms(content: string): Pick<Terms, 'body' | 'markup'> {
  const { prose, markup } = splitMarkup(content)
  return { body: termsOf(prose), markup: termsOf(markup) }
}

/** The same of a chunk in the index, by its `chunk_search.words`. */
export function termsOfEntry(words: string): Terms {
  const lines = linesOf(words)
  return Object.fromEntries(FIELDS.map((field) => [field, inLine(lines[field])])) as Terms
}

/** The terms of each field in one line, with spaces between them. */
export type Lines = Record<Field, string>

export function linesOf(words: string): Lines {
  const lines = words.split('\n')
  return Object.fromEntries(FIELDS.map((field, at) => [field, lines[at] ?? ''])) as Lines
}

export const inLine = (line: string): string[] => (line === '' ? [] : line.split(' '))

/** Fields of front matter that authors write for those who search. */
const FOR_SEARCH = ['description', 'summary', 'excerpt', 'keywords', 'tags']

/** What a document's front matter (JSON) says that the document is about, at most 2,000 characters. */
export function summaryOf(frontMatter: string): string {
  const fields = JSON.parse(frontMatter) as Record<string, unknown>
  return FOR_SEARCH.flatMap((field) => fields[field] ?? [])
    .filter((text) => typeof text === 'string' || typeof text === 'number')
    .join('\n')
    .slice(0, 2_000)
}

/** `## Setup {#setup}` repeats itself. */
const withoutAnchor = (heading: string) => heading.replace(/\{#[^{}]{0,200}\}/g, '').trimEnd()

/** The target of a link says less than its text, and the names of HTML elements say little about a section. */
function splitMarkup(content: string): { prose: string; markup: string } {
  const markup: string[] = []
  const take = (all: string) => {
    markup.push(all)
    return ' '
  }
  const prose = content
    .replace(/(?<=\])\([^()\s]*\)/g, take)
    .replace(/\bhttps?:\/\/[^\s<>()]+/g, take)
    .replace(/<\/?(?:div|span|br|img|a|p|t[dhr]|table|sup|details|summary)\b[^<>]*>/gi, take)
  return { prose, markup: markup.join('\n') }
}
