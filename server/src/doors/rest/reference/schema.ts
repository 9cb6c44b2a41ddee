import { html } from 'hono/html'
import type { JsonSchema } from '../openapi/schemas.ts'

/** Renders schemas for people: a type in a few words, and a list of fields. */

export type Html = ReturnType<typeof html>

/** Text with `code` between backticks. */
export const prose = (text: string): Html[] =>
  text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))

export const anchorOf = (component: string): string => `shape-${component}`

/** A schema's type in a few words; a link for another shape. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref) return linkTo(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return joined(
      choices.map((each) => typeOf(each as JsonSchema)),
      ' or ',
    )
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) {
    const values = schema.enum.map((value) => html`<code>${String(value)}</code>`)
    return html`${values.length > 1 ? 'one of ' : ''}${joined(values, ', ')}`
  }
  if (schema.type === 'array')
    return html`list of ${schema.items ? typeOf(schema.items as JsonSchema) : 'anything'}`
  return html`${wordOf(schema)}`
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'time, ISO 8601',
  date: 'date, ISO 8601',
  email: 'e-mail address',
}

function wordOf(schema: JsonSchema): string {
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format] as string
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? '']
  return types.map((type) => WORDS[type as string] ?? 'anything').join(' or ')
}

const linkTo = (reference: string): Html => {
  const name = reference.split('/').at(-1) as string
  return html`<a href="#${anchorOf(name)}">${name}</a>`
}

const joined = (pieces: Html[], separator: string): Html =>
  html`${pieces.map((piece, i) => (i === 0 ? piece : html`${separator}${piece}`))}`

/** Bounds and default in words, such as `1 to 200, default 50`; empty if it has none. */
export function limitsOf(schema: JsonSchema): string {
  const said: string[] = []
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (minimum !== undefined || maximum !== undefined) said.push(range(minimum, maximum, ''))
  if (maxLength !== undefined || (minLength ?? 0) > 1) said.push(range(minLength, maxLength, ' characters'))
  if (minItems !== undefined || maxItems !== undefined) said.push(range(minItems, maxItems, ' entries'))
  if (schema.default !== undefined) said.push(`default ${JSON.stringify(schema.default)}`)
  return said.join(', ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined) return `at most ${most}${unit}`
  if (most === undefined) return `at least ${least}${unit}`
  return `${least} to ${most}${unit}`
}

/** The fields of an object or of a list's items; null if it has none. */
export function fieldsOf(schema: JsonSchema): Html | null {
  const object = innermost(schema)
  if (!object) return null
  const required = new Set(object.required ?? [])
  const rows = Object.entries((object.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) =>
    field(name, each, required.has(name)),
  )
  return rows.length > 0 ? html`<ul class="fields">${rows}</ul>` : null
}

const field = (name: string, schema: JsonSchema, isRequired: boolean): Html => html`<li>
  <code class="name">${name}</code> <span class="type">${typeOf(schema)}${details(limitsOf(schema))}</span>${isRequired ? '' : html` <span class="optional">optional</span>`}
  ${schema.description ? html`<div class="about">${prose(schema.description)}</div>` : ''}
  ${fieldsOf(schema) ?? ''}
</li>`

export const details = (limits: string): string => (limits ? `, ${limits}` : '')

/** The object whose fields a schema shows: the schema itself, its items, or its non-null variant. */
function innermost(schema: JsonSchema): JsonSchema | null {
  if (schema.properties) return schema
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items, schema.additionalProperties]
  for (const each of inner) {
    const inner = typeof each === 'object' && each !== null ? innermost(each as JsonSchema) : null
    if (inner) return inner
  }
  return null
}
