import { LIMITS } from '@svc/protocol'
import { type Document, isAlias, isMap, isScalar, parseDocument, visit } from 'yaml'
import { Problem } from '../../../ground/kernel/problem.ts'
import { type ExplainedFailure, explainedFailures } from './explained-failures.ts'

export interface FrontMatter {
  title: string | null
  visibility: 'project' | 'shared' | null
  tags: string[]
  failures: ExplainedFailure[]
  /** All of it as a JSON object. */
  json: string
}

const NONE: FrontMatter = { title: null, visibility: null, tags: [], failures: [], json: '{}' }

/** A line of three dashes, or of three dots at the end. */
const END = /^(?:---|\.\.\.)[ \t]*$/gm
const MOST_NESTED = 20

/**
 * Splits a document's text into the front matter and the Markdown after it. Throws INVALID_REQUEST for front matter
 * that is too large, is no mapping in YAML, or has a field of a wrong type.
 */
export function splitFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const first = /^---[ \t]*\n/.exec(text)
  if (!first) return { frontMatter: NONE, body: text }
  const from = first[0].length
  END.lastIndex = from
  const end = END.exec(text)
  // Without an end, the dashes are a thematic break of the Markdown.
  if (!end) return { frontMatter: NONE, body: text }
  const yaml = text.slice(from, end.index)
  if (Buffer.byteLength(yaml) > LIMITS.frontMatterBytes)
    throw wrong(`must have at most ${LIMITS.frontMatterBytes} bytes between the two lines "---".`)
  return { frontMatter: readFields(yaml), body: text.slice(end.index + end[0].length + 1) }
}

function readFields(yaml: string): FrontMatter {
  const value = parseYaml(yaml)
  if (value === null) return NONE
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrong(
      'must have fields such as "title: …". Begin the text with an empty line if the dashes are a rule.',
    )
  const { title, visibility, tags, failures } = value as Record<string, unknown>
  return {
    title: titleOf(title),
    visibility: visibilityOf(visibility),
    tags: tagsOf(tags),
    failures: explainedFailures(failures),
    json: JSON.stringify(value),
  }
}

function parseYaml(yaml: string): unknown {
  if (isNestedDeeply(yaml)) throw wrong(`must have at most ${MOST_NESTED} levels of lists and mappings.`)
  const document = parseYamlDocument(yaml)
  const [error] = document.errors
  if (error) {
    const line = error.linePos?.[0].line
    // The first line of the file is the one of the dashes.
    const at = line === undefined ? '' : ` in line ${line + 1}`
    throw wrong(`is invalid YAML${at}: ${reasonOf(error)}.`)
  }
  visit(document, (_, node) => {
    if (isAlias(node)) throw wrong('must not contain aliases ("*name"). Write the value out.')
    if (
      node &&
      typeof node === 'object' &&
      'tag' in node &&
      typeof node.tag === 'string' &&
      !/^tag:yaml\.org,2002:(map|seq|str|int|float|bool|null)$/.test(node.tag)
    )
      throw wrong(`must not contain the tag ${node.tag.slice(0, 50)}.`)
  })
  keepSource(document)
  return document.toJS({ maxAliasCount: 0 })
}

function reasonOf({ message }: Error): string {
  const [reason = ''] = message.split('\n')
  // Many tools accept it if the further lines of a quoted text begin at the margin; YAML does not.
  if (/^Missing closing ["']quote/.test(reason))
    return 'A text in quotes does not end here. Add the closing quote, or indent the further lines of the text'
  return reason.replace(/ at line \d+, column \d+:?$/, '')
}

/** Fields that hold texts, or fingerprints: `3.10` is not the number 3.1 there, and 16 digits are not rounded. */
const TEXTS = new Set<unknown>([
  'title',
  'tags',
  'description',
  'summary',
  'excerpt',
  'keywords',
  'category',
  'failures',
])

/** Replaces numbers and booleans in fields of texts by what the author typed. */
function keepSource({ contents }: Document): void {
  if (!isMap(contents)) return
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !TEXTS.has(key.value)) continue
    visit(value as Parameters<typeof visit>[0], {
      Scalar(_, scalar) {
        const isText = scalar.value === null || typeof scalar.value === 'string'
        if (!isText) scalar.value = scalar.source ?? String(scalar.value)
      },
    })
  }
}

function parseYamlDocument(yaml: string) {
  try {
    return parseDocument(yaml, {
      schema: 'core',
      uniqueKeys: isRepeated,
      logLevel: 'silent',
      prettyErrors: true,
    })
  } catch (cause) {
    throw new Problem('INVALID_REQUEST', 'The front matter is invalid YAML.', { cause })
  }
}

/** Of other fields the last one counts, as in the generators of documentation that such files are written for. */
const UNIQUE = new Set<unknown>(['title', 'visibility', 'tags'])

const isRepeated = (a: unknown, b: unknown): boolean =>
  isScalar(a) && isScalar(b) && a.value === b.value && UNIQUE.has(a.value)

/** Counts brackets and indentation before the parser, which calls itself for each level. */
function isNestedDeeply(yaml: string): boolean {
  let brackets = 0
  for (const character of yaml) {
    if (character === '[' || character === '{') brackets++
    else if (character === ']' || character === '}') brackets--
    if (brackets > MOST_NESTED) return true
  }
  return yaml
    .split('\n')
    .some((line) => (/^(?:[ \t]*[-?:](?=\s))*/.exec(line)?.[0].length ?? 0) > 4 * MOST_NESTED)
}

function titleOf(title: unknown): string | null {
  if (title === undefined || title === null) return null
  const text = String(typeof title === 'object' ? '' : title).trim()
  if (text === '' || text.length > LIMITS.documentTitleLength || UNPRINTABLE.test(text))
    throw wrong(`must have a title of one line and at most ${LIMITS.documentTitleLength} characters.`)
  return text
}

/** What a title or a tag does not have. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u

function visibilityOf(visibility: unknown): FrontMatter['visibility'] {
  if (visibility === undefined || visibility === null) return null
  if (visibility === 'project' || visibility === 'shared') return visibility
  throw wrong('must have project or shared as visibility.')
}

function tagsOf(tags: unknown): string[] {
  if (tags === undefined || tags === null) return []
  const list = Array.isArray(tags) ? tags : String(typeof tags === 'object' ? '' : tags).split(',')
  const texts = list.map((tag) => (typeof tag === 'object' ? '' : String(tag).trim()))
  const isWrong = (tag: string) =>
    tag === '' || tag.length > LIMITS.documentTagLength || UNPRINTABLE.test(tag)
  if (texts.length > LIMITS.documentTags || texts.some(isWrong))
    throw wrong(
      `must have tags as a list of at most ${LIMITS.documentTags} strings of at most ${LIMITS.documentTagLength} characters.`,
    )
  return [...new Set(texts)]
}

const wrong = (what: string) => new Problem('INVALID_REQUEST', `The front matter ${what}`)
