import { PROBLEM_STATUS, type ProblemCode } from '@svc/protocol'
import { type Access, type Operation, type PublicOperation, takesBody } from '@svc/schema'
import { isPage, operationTables } from '@svc/schema/operations'
import { z } from 'zod'
import { SERVER_VERSION } from '../../kernel/version.ts'
import {
  headers,
  type MediaType,
  PROBLEM_CODES,
  problemResponses,
  type Reference,
  type Response,
  rateHeaders,
  securitySchemes,
} from './common.ts'
import { type JsonSchema, makeSchemas, type Schemas } from './schemas.ts'
import { type StreamingRoute, streamingRoutes } from './streaming-routes.ts'
import { TAGS } from './tags.ts'

/** An OpenAPI 3.1 document, limited to the fields that this server writes. */
export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    headers: typeof headers
    securitySchemes: typeof securitySchemes
  }
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  /** Role and scope; empty for a public operation. */
  security: { bearer: string[] }[]
  parameters: Parameter[]
  requestBody?: { required: boolean; description?: string; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

/**
 * Describes everything that this server answers, from the tables of operations and the table of
 * manually mounted routes.
 */
export function makeOpenApi(baseUrl: string): OpenApi {
  const schemas = makeSchemas()
  const paths: OpenApi['paths'] = {}
  const add = (path: string, method: string, operation: OpenApiOperation) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const [tag, table] of Object.entries(operationTables))
    for (const [name, operation] of Object.entries(table))
      add(operation.path, operation.method, ofOperation(name, tag, operation, schemas))
  for (const [name, route] of Object.entries(streamingRoutes))
    add(route.path, route.method, ofHandRoute(name, route, schemas))
  const tags = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one.tags)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'svc',
      version: SERVER_VERSION,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? '' })),
    paths,
    components: {
      schemas: schemas.components,
      responses: problemResponses() as Record<string, Response>,
      headers,
      securitySchemes,
    },
  }
}

const ABOUT =
  'Test executions of an organization: uploaded by reporters, read by people, CI and agents. Every success is ' +
  'HTTP 200 with `success`, `data` and, for a list, `page`; every error has one of a closed set of codes. Unknown ' +
  'parameters are rejected by name. Times are ISO 8601 in UTC, durations milliseconds. Lists are newest first ' +
  'unless they say otherwise; `page.nextCursor` goes into `cursor` for the next page and is null on the last.'

function ofOperation(
  name: string,
  tag: string,
  operation: Operation | PublicOperation,
  schemas: Schemas,
): OpenApiOperation {
  const isBody = takesBody(operation.method)
  const { parameters, rest } = parametersOf(operation.path, schemas.of(operation.input), !isBody)
  const hasBody = isBody && Object.keys(rest.properties ?? {}).length > 0
  const required = (rest.required ?? []).length > 0
  return {
    ...headOf(name, tag, operation.summary, 'role' in operation ? operation : null),
    parameters,
    ...(hasBody && { requestBody: { required, content: { 'application/json': { schema: rest } } } }),
    responses: {
      200: successOf(dataOf(operation.output, schemas), isPage(operation.output) ? 'always' : 'never'),
      ...problems(operation.method !== 'GET'),
    },
  }
}

/** The items of a list, else the whole output. */
function dataOf(output: z.ZodType, schemas: Schemas): JsonSchema {
  const schema = schemas.of(output)
  return isPage(output) ? (schema.properties?.items as JsonSchema) : schema
}

function ofHandRoute(name: string, route: StreamingRoute, schemas: Schemas): OpenApiOperation {
  const { parameters } = parametersOf(route.path, schemas.of(route.input ?? z.strictObject({})), true)
  const headerSchema = schemas.of(route.headers ?? z.object({}))
  const content = Object.entries(route.body ?? {}).map(([type, { schema }]) => [
    type,
    { schema: schemas.of(schema) },
  ])
  const [body] = Object.values(route.body ?? {})
  const { description, mediaType = 'application/json', schema, isPaged } = route.answer
  const success =
    mediaType === 'application/json'
      ? successOf(schemas.of(schema), isPaged ? 'sometimes' : 'never', description)
      : { description, headers: rateHeaders(), content: { [mediaType]: { schema: schemas.of(schema) } } }
  return {
    ...headOf(name, route.tag, route.summary, route.access),
    parameters: [...parameters, ...properties(headerSchema).map((each) => parameter('header', each))],
    ...(body && {
      requestBody: { required: true, description: body.description, content: Object.fromEntries(content) },
    }),
    responses: {
      200: success,
      ...(route.access ? problems(route.method !== 'GET') : refusals(route.refusals ?? [])),
    },
  }
}

const headOf = (operationId: string, tag: string, summary: string, access: Access | null) => ({
  operationId,
  tags: [tag],
  summary,
  description: accessOf(access),
  security: access ? [{ bearer: [`role:${access.role}`, `scope:${access.scope}`] }] : [],
})

function accessOf(access: Access | null): string {
  if (!access) return 'Public: needs no credential.'
  if (access.person && access.scope === 'any')
    return "Needs a person's session in any organization; API keys are rejected."
  if (access.person) return `Needs a person's session with the role ${access.role}; API keys are rejected.`
  const scope = access.scope === 'any' ? 'any scope' : `the scope ${access.scope}`
  return `Needs the role ${access.role} and ${scope}.`
}

interface Property {
  name: string
  schema: JsonSchema
  required: boolean
}

const properties = (schema: JsonSchema): Property[] =>
  Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => ({
    name,
    schema: each,
    required: schema.required?.includes(name) ?? false,
  }))

/** The parameters of an input in the path and, without a body, in the query; the rest is the body. */
function parametersOf(path: string, input: JsonSchema, isQuery: boolean) {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const all = properties(input)
  const parameters = [
    ...all
      .filter(({ name }) => inPath.has(name))
      .map((each) => parameter('path', { ...each, required: true })),
    ...(isQuery ? all.filter(({ name }) => !inPath.has(name)).map((each) => parameter('query', each)) : []),
  ]
  const left = all.filter(({ name }) => !inPath.has(name))
  const rest: JsonSchema = {
    ...input,
    properties: Object.fromEntries(left.map(({ name, schema }) => [name, schema])),
    required: left.filter(({ required }) => required).map(({ name }) => name),
  }
  return { parameters, rest }
}

function parameter(place: Parameter['in'], { name, schema, required }: Property): Parameter {
  const { description, ...rest } = schema
  return { name, in: place, required, ...(description !== undefined && { description }), schema: rest }
}

function successOf(
  data: JsonSchema,
  page: 'always' | 'sometimes' | 'never',
  description = 'Done.',
): Response {
  const required = ['success', 'data', ...(page === 'always' ? ['page'] : [])]
  const schema: JsonSchema = {
    type: 'object',
    required,
    properties: { success: { const: true }, data, ...(page !== 'never' && { page: PAGE }) },
  }
  return { description, headers: rateHeaders(), content: { 'application/json': { schema } } }
}

const PAGE: JsonSchema = {
  type: 'object',
  required: ['nextCursor'],
  properties: {
    nextCursor: {
      type: ['string', 'null'],
      description: 'Goes into cursor for the next page; null on the last.',
    },
  },
}

/** Refusals that only operations with side effects may return. */
const OF_WRITES: ReadonlySet<ProblemCode> = new Set(['CONFLICT', 'PAYLOAD_TOO_LARGE', 'STORAGE_FULL'])

/** Every refusal that an operation may return. */
const problems = (writes: boolean) => refusals(PROBLEM_CODES.filter((code) => writes || !OF_WRITES.has(code)))

const refusals = (codes: readonly ProblemCode[]): Record<string, Reference> =>
  Object.fromEntries(codes.map((code) => [PROBLEM_STATUS[code], { $ref: `#/components/responses/${code}` }]))
