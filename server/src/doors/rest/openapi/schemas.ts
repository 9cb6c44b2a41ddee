import { z } from 'zod'

/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Zod schemas as JSON Schemas of one document; a schema with an id appears once, among the components. */
export interface Schemas {
  /** The schema of a request or an answer, before zod's own transforms. */
  of(schema: z.ZodType): JsonSchema
  components: Record<string, JsonSchema>
}

export function makeSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {}
  return {
    components,
    of(schema) {
      const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, OPTIONS) as JsonSchema
      const named = Object.entries($defs).filter(([name]) => !isAlias(name))
      for (const [name, definition] of named) add(components, name, pointed(definition, $defs))
      return pointed(own, $defs)
    },
  }
}

const OPTIONS: z.core.ToJSONSchemaParams = {
  // The output of a verb is not parsed again, so answers use the input side too.
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    // Zod drops it if text becomes a number on input, as in every query.
    if (def.type === 'default') jsonSchema.default ??= (def as { defaultValue?: unknown }).defaultValue
    // The format expresses it in fewer than 300 characters.
    if (FORMATS.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (isText(jsonSchema.propertyNames)) delete jsonSchema.propertyNames
    if (jsonSchema.propertyNames && jsonSchema.required) nameProperties(jsonSchema)
  },
}

/** Zod writes a record with a fixed set of names without properties, so a linter cannot find the required ones. */
function nameProperties(schema: JsonSchema): void {
  const { required = [], additionalProperties = {} } = schema
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

const FORMATS = new Set(['uuid', 'date', 'date-time', 'email'])

const isText = (schema: unknown): boolean => JSON.stringify(schema) === '{"type":"string"}'

/** Names that zod generates if a schema refers to itself. */
const isAlias = (name: string): boolean => /^__schema\d+$/.test(name)

function add(components: Record<string, JsonSchema>, name: string, schema: JsonSchema): void {
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas have the id ${name}. Give one of them another.`)
  components[name] = schema
}

/** The same with its references pointing into the document. */
function pointed<T>(value: T, definitions: Record<string, JsonSchema>): T {
  if (Array.isArray(value)) return value.map((each) => pointed(each, definitions)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' ? [key, target(String(each), definitions)] : [key, pointed(each, definitions)],
    ),
  ) as T
}

function target(reference: string, definitions: Record<string, JsonSchema>): string {
  const name = reference.replace('#/$defs/', '')
  const alias = isAlias(name) ? definitions[name]?.$ref : undefined
  return alias ? target(alias, definitions) : `#/components/schemas/${name}`
}
