import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** Any value of a JSON document. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Holds values against the schemas of one OpenAPI 3.0 document, each compiled when it is first asked for. */
export interface Schemas {
  /** What is wrong, in words; empty where nothing is. */
  check(schema: Json, value: unknown): string[]
}

/** Words that only describe; `discriminator` repeats what the branches say themselves. */
const SILENT = new Set([
  'description',
  'title',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'discriminator',
])

export const schemasOf = (components: JsonObject): Schemas => {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, unicodeRegExp: false })
  addFormats.default(ajv)
  const known = new Set<string>()
  const compiled = new Map<string, ValidateFunction>()

  const refer = (name: string): Json => {
    const id = `urn:component:${name}`
    if (!known.has(name)) {
      known.add(name)
      const schema = components[name]
      if (schema === undefined) throw new Error(`The description has no schema ${name}.`)
      ajv.addSchema({ ...(translate(schema) as object), $id: id })
    }
    return { $ref: id }
  }

  /** OpenAPI 3.0 says `nullable`, JSON Schema a further type. */
  const translate = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(translate)
    if (!isObject(node)) return node
    if (typeof node.$ref === 'string') return refer(node.$ref.replace('#/components/schemas/', ''))
    const rest: JsonObject = {}
    for (const [word, value] of Object.entries(node)) {
      if (word === 'properties' && isObject(value))
        rest[word] = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, translate(each)]))
      else if (word === 'enum' || word === 'required' || word === 'default') rest[word] = value
      else if (word !== 'nullable' && !SILENT.has(word)) rest[word] = translate(value)
    }
    return node.nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
  }

  return {
    check(schema, value) {
      const key = JSON.stringify(schema)
      let validate = compiled.get(key)
      if (!validate) {
        validate = ajv.compile(translate(schema) as object)
        compiled.set(key, validate)
      }
      if (validate(value)) return []
      return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message = '', params }) => {
        return `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`
      })
    },
  }
}
