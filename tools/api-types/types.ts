import type { JsonSchema } from '../../server/src/doors/rest/openapi/schemas.ts'

/** Who sends a value: if a field is optional, a sender may also pass undefined. */
type Side = 'sent' | 'answered'

/** A JSON Schema as a type of TypeScript; named schemas by their names. */
export function typeOf(schema: JsonSchema, side: Side): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return unionOf(choices.map((each) => typeOf(each, side)))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return unionOf(types.map((type) => plain({ ...schema, type } as JsonSchema, side)))
}

function plain(schema: JsonSchema, side: Side): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayOf(schema, side)
    case 'object':
      return objectOf(schema, side)
    default:
      return 'unknown'
  }
}

function arrayOf(schema: JsonSchema, side: Side): string {
  const places = schema.prefixItems as JsonSchema[] | undefined
  if (places) return `[${places.map((each) => typeOf(each, side)).join(', ')}]`
  const item = schema.items ? typeOf(schema.items as JsonSchema, side) : 'unknown'
  return /[|&]/.test(item) && !/^[{[]/.test(item) ? `(${item})[]` : `${item}[]`
}

function objectOf(schema: JsonSchema, side: Side): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const more = schema.additionalProperties
  const rest = typeof more === 'object' ? typeOf(more as JsonSchema, side) : 'unknown'
  if (properties.length === 0) return more === false ? 'Record<string, never>' : `Record<string, ${rest}>`
  const fields = properties.map(([name, each]) =>
    field(name, each, schema.required?.includes(name) ?? false, side),
  )
  if (typeof more === 'object') fields.push('[fact: string]: unknown')
  return `{\n${fields.join('\n')}\n}`
}

/** One field with its description; left out or undefined if it is sent and not required. */
export function field(name: string, schema: JsonSchema, isRequired: boolean, side: Side): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  const type = typeOf(schema, side)
  const value = !isRequired && side === 'sent' && type !== 'unknown' ? `${type} | undefined` : type
  return `${comment(schema.description)}${key}${isRequired ? '' : '?'}: ${value}`
}

export const comment = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

const unionOf = (types: string[]): string => [...new Set(types)].join(' | ')
