import { z } from 'zod'
import { Problem } from './problem.ts'
import { quoted } from './quoted.ts'

/**
 * Checks input against its schema. Throws INVALID_REQUEST with each wrong field and the values it accepts.
 * Throws NOT_FOUND for an invalid value in the path.
 */
export function parseInput<T extends z.ZodType>(
  schema: T,
  input: unknown,
  fromPath: readonly string[] = [],
): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const astray = result.error.issues.find((issue) => fromPath.includes(String(issue.path[0])))
  if (astray) {
    const { path } = astray
    throw new Problem('NOT_FOUND', `There is nothing here: ${String(path[0])} ${ruleOf(astray)}.`)
  }
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  throw new Problem('INVALID_REQUEST', explainIssues(result.error.issues, input, known))
}

type Issue = z.core.$ZodIssue

/** A sentence for each of the first issues: the wrong field, and the values that it accepts. */
export const explainIssues = (issues: Issue[], input: unknown, known: string[] = []): string =>
  [...new Set(issues.slice(0, 5).map((issue) => explain(issue, input, known)))].join(' ')

/** The number of unknown names that a message quotes; a body may contain nothing else. */
const MOST_NAMED = 10
const LONGEST_NAMED = 100
/** Without names of fields that the caller made up. */
const PLAIN_PATH = /^[\w.[\]-]{1,100}$/

function explain(issue: Issue, input: unknown, known: string[]): string {
  const path = z.core.toDotPath(issue.path)
  const field = path === '' ? 'The body' : PLAIN_PATH.test(path) ? path : quoted(path)
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, MOST_NAMED).map((key) => quoted(key, LONGEST_NAMED))
    const unknown = `${names.join(', ')}${issue.keys.length > MOST_NAMED ? ', …' : ''}`
    const place = issue.path.length > 0 ? ` in ${field}` : ''
    const allowed = place || known.length === 0 ? '' : ` The parameters are ${known.join(', ')}.`
    return `There is no parameter ${unknown}${place}.${allowed}`
  }
  const missing = issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined
  return `${field} ${missing ? 'is required and ' : ''}${ruleOf(issue)}.`
}

/**
 * All of zod's own messages start with one of these words; other messages come from the author of
 * the schema.
 */
const ZODS_WORDS = /^(Invalid|Too |Unrecognized)/

function ruleOf(issue: Issue): string {
  if (!ZODS_WORDS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? `a string in the format ${issue.format}`}`
    case 'too_big':
      return `must ${boundOf('at most', issue.maximum, issue.origin)}`
    case 'too_small':
      return `must ${boundOf('at least', issue.minimum, issue.origin)}`
    default:
      return `is not valid: ${issue.message}`
  }
}

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
}

function boundOf(limit: string, count: number | bigint, origin: string): string {
  const isOne = Number(count) === 1
  if (origin === 'string') return `have ${limit} ${count} ${isOne ? 'character' : 'characters'}`
  if (origin === 'array') return `have ${limit} ${count} ${isOne ? 'entry' : 'entries'}`
  return `be ${limit} ${count}`
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value
}
