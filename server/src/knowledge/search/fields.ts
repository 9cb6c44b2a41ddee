import { termsOf } from './terms.ts'

/** The fields of a chunk that the ranking weighs differently, in the order of the lines of `chunk_search.words`. */
export const FIELDS = ['title', 'heading', 'ancestors', 'path', 'body', 'summary'] as const
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
export function fieldTerms({ title, path, headings, content, summary }: FieldTexts): Record<Field, string[]> {
  return {
    title: termsOf(title),
    heading: termsOf(withoutAnchor(headings.at(-1) ?? '')),
    ancestors: termsOf(headings.slice(0, -1).map(withoutAnchor).join(' ')),
    path: termsOf(path.replace(/\.[a-z]+$/i, '')),
    body: termsOf(withoutAddresses(content)),
    summary: termsOf(summary),
  }
}

/** Fields of front matter that authors write for those who search. */
const FOR_SEARCH = ['description', 'summary', 'excerpt', 'keywords', 'tags']

/** What a document's front matter says that the document is about, at most 2,000 characters. */
export const summaryOf = (frontMatter: Record<string, unknown>): string =>
  FOR_SEARCH.flatMap((field) => frontMatter[field] ?? [])
    .filter((text) => typeof text === 'string' || typeof text === 'number')
    .join('\n')
    .slice(0, 2_000)

/** `## Setup {#setup}` repeats itself. */
const withoutAnchor = (heading: string) => heading.replace(/\{#[^{}]{0,200}\}/g, '').trimEnd()

/** The target of a link says less than its text, and the names of HTML elements say nothing about a section. */
const withoutAddresses = (content: string) =>
  content
    .replace(/\]\([^()\s]*\)/g, '] ')
    .replace(/\bhttps?:\/\/[^\s<>()]+/g, ' ')
    .replace(/<\/?(?:div|span|br|img|a|p|t[dhr]|table|sup|details|summary)\b[^<>]*>/gi, ' ')
