import { PROBLEM_STATUS, type ProblemCode } from '@svc/protocol'
import { type Access, type Operation, type PublicOperation, takesBody } from '@svc/schema'
import { isPage, operationTables } from '@svc/schema/operations'
import { z } from 'zod'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import { SERVER_VERSION } from '../../../ground/kernel/version.ts'
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
 * manually mounted routes. Each table has a turn of the event loop: anybody may ask, and all of them take 150 ms.
 */
export async function makeOpenApi(baseUrl: string): Promise<OpenApi> {
  const schemas = makeSchemas()
  const paths: OpenApi['paths'] = {}
  const add = (path: string, method: string, operation: OpenApiOperation) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const [tag, table] of Object.entries(operationTables)) {
    await ownTurn()
    for (const [name, operation] of Object.entries(table))
      add(operation.path, operation.method, ofOperation(name, tag, operation, schemas))
  }
  await ownTurn()
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

/** What the operations of each tag are about. */
const TAGS: Readonly<Record<string, string>> = {
  Executions: 'Runs of a suite, with their results and live events.',
  Find: 'Search of everything by name.',
  CI: 'Facts that a CI job adds, and the report for it.',
  Artifacts: 'Attachments of results: declaration, upload and download.',
  Overview: 'What a person needs to know first about a project.',
  'Metrics and trends': 'Numbers by hour, day, week or month.',
  Tests: 'Tests with their history, and monitors of flaky and broken ones.',
  Projects: 'Projects of an organization and their settings.',
  Deletion: 'Deletion of executions, projects and organizations.',
  Accounts: 'Organizations and projects as agents see them.',
  Comparison: 'Differences between two executions, with verdicts.',
  Experiments: 'Trials of single tests as evidence for verdicts.',
  Renames: 'Renamed tests: candidates, confirmation and undo.',
  Failures: 'Failures grouped by their cause.',
  'Failures with their context': 'Everything that helps to fix failures, within a number of tokens.',
  'Pull requests': 'Pull requests and the text of their comment.',
  Documents: 'Documents of projects: find, read and write.',
  Search: 'Search of documents by meaning and words.',
  'Sign-in': 'Sign-in, passwords and invitations, without a session.',
  Identity: 'The owner and the rights of a credential.',
  People: 'The signed-in person: sessions and password.',
  'Organizations of a person': 'Organizations that the signed-in person belongs to.',
  Organization: 'Members, invitations and settings of an organization.',
  'API keys': 'Keys that send or read results.',
  'Workflows without a key': 'Repositories whose workflows an organization trusts.',
  'Keys of workflows': 'Exchange of the token of a workflow for a key of one hour.',
  Proposals: 'Changes of documents that agents propose and people decide.',
  Guidelines: 'Rules for agents, and prompts.',
  Templates: 'Templates of documents.',
  Tasks: 'Tasks that agents share.',
  Leases: 'Time-limited claims of agents on files and tests.',
  'Events for agents': 'Subscriptions to events, reruns and verified fixes.',
  Agents: 'Registered agents and who may act as them.',
  Messages: 'Messages between agents.',
  Webhooks: 'Notifications to other systems, and their deliveries.',
  'Live messages': 'Delivery of messages to agents as they arrive.',
  Badge: 'The status of a branch as a picture.',
  Retention: 'How long a project keeps results and artifacts.',
  Limits: 'Limits of an organization and their use.',
  'Refused uploads': 'Uploads that the server refused.',
  Uploads: 'Results from reporters and from other tools.',
  Server: 'Health of the server.',
}
