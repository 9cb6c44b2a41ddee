import {
  makeOpenApi,
  type OpenApi,
  type OpenApiOperation,
} from '../../server/src/doors/rest/openapi/openapi.ts'
import type { JsonSchema } from '../../server/src/doors/rest/openapi/schemas.ts'
import { formatted } from '../formatted.ts'
import { comment, field, typeOf } from './types.ts'

/** The generated file. */
export const GENERATED = 'packages/api/src/generated.ts'

/**
 * Generates the client's part in the workspace's format: the types of every operation, and how each
 * is requested.
 */
export const generateClient = async (): Promise<string> => formatted(GENERATED, await unformatted())

async function unformatted(): Promise<string> {
  const document = await makeOpenApi('')
  const operations = rowsOf(document)
  return [
    '// Made from the operations of the server by: npx -y pnpm@12 generate',
    '',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        `${comment(schema.description)}export type ${name} = ${typeOf(schema, sideOf(name))}\n`,
    ),
    '/** The input of each operation, and the `data` of its answer. */',
    'export interface Operations {',
    ...operations.map(typesOf),
    '}',
    '',
    '/** How each operation is asked: method, path, body and answer. Pages load this table: it has only what is not the default. */',
    'export const OPERATIONS = {',
    ...operations.map(callOf),
    '} as const satisfies Record<keyof Operations, OperationCall>',
    '',
    CALL_TYPE,
  ].join('\n')
}

const CALL_TYPE = `export interface OperationCall {
  /** Absent: GET. */
  method?: string
  /** With \`{name}\` for what the path takes. */
  path: string
  /** Absent: the rest of the input is in the query. \`fields\`: it is a JSON object. \`whole\`: its \`body\`, as it is or as JSON. */
  body?: 'fields' | 'whole'
  /** What is in the query beside a body of \`fields\`. */
  query?: readonly string[]
  /** Media type of a body that is sent whole. */
  type?: string
  /** Absent: data. \`bytes\`: the answer itself, not JSON. */
  answer?: 'list' | 'bytes'
}
`

/** What users send and never receive. */
const sideOf = (name: string) => (/^(Execution)?Document|^Ctrf/.test(name) ? 'sent' : 'answered')

interface Row {
  method: string
  path: string
  operation: OpenApiOperation
}

const rowsOf = (document: OpenApi): Row[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

function typesOf({ operation }: Row): string {
  const input = inputOf(operation)
  return `${comment(`${operation.summary} ${operation.description}`)}${operation.operationId}: {
  input: ${input}
  data: ${dataOf(operation)}
}`
}

/** Parameters and the fields of a JSON body together; a body of another kind, or a document, is \`body\`. */
function inputOf(operation: OpenApiOperation): string {
  const fields = operation.parameters
    .filter((each) => each.in !== 'header')
    .map(({ name, required, schema, description }) =>
      field(name, { ...schema, ...(description !== undefined && { description }) }, required, 'sent'),
    )
  const [type, schema] = bodyOf(operation)
  if (schema && isFields(type, schema))
    for (const [name, each] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
      fields.push(field(name, each, schema.required?.includes(name) ?? false, 'sent'))
  else if (schema)
    fields.push(
      `body: ${type === 'application/json' ? typeOf(schema, 'sent') : "NonNullable<RequestInit['body']>"}`,
    )
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('\n')}\n}`
}

function bodyOf(operation: OpenApiOperation): [string, JsonSchema] | [undefined, undefined] {
  const [first] = Object.entries(operation.requestBody?.content ?? {})
  return first ? [first[0], first[1].schema] : [undefined, undefined]
}

const isFields = (type: string, schema: JsonSchema): boolean =>
  type === 'application/json' && schema.properties !== undefined

function answerOf(operation: OpenApiOperation): JsonSchema | null {
  const success = operation.responses['200'] as { content?: Record<string, { schema: JsonSchema }> }
  return success.content?.['application/json']?.schema ?? null
}

function dataOf(operation: OpenApiOperation): string {
  const schema = answerOf(operation)
  return schema ? typeOf(schema.properties?.data as JsonSchema, 'answered') : 'Response'
}

function callOf({ method, path, operation }: Row): string {
  const query = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const [type, schema] = bodyOf(operation)
  const answer = answerOf(operation)
  const isList = answer?.properties?.page && answer.required?.includes('page')
  const call = {
    ...(method !== 'GET' && { method }),
    path,
    ...(schema &&
      (isFields(type, schema)
        ? { body: 'fields', ...(query.length > 0 && { query }) }
        : { body: 'whole', type })),
    ...(isList && { answer: 'list' }),
    ...(!answer && { answer: 'bytes' }),
  }
  return `${operation.operationId}: ${JSON.stringify(call)},`
}
