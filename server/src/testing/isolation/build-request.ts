import { newId } from '../../ground/kernel/id.ts'
import type { TestApp, TestRequest } from '../make-app.ts'
import { ndjson, passed, run } from '../upload.ts'
import { awaitedBytes } from './fill-organization.ts'
import { type Kind, kindOf, sampleOf } from './names.ts'
import type { Walked } from './operations.ts'

/** Values of fields, by their names. */
export type Values = Record<string, unknown>

/** Optional fields that an operation, or one field of it, needs beside the required ones. */
const BESIDE: Record<string, string[]> = {
  listFailures: ['project'],
  'listFailures.execution': [],
  confirmRenames: ['from', 'to'],
  'confirmRenames.renames[].from': ['renames[].to'],
  'confirmRenames.renames[].to': ['renames[].from'],
  'declareArtifacts.items[].sha256': ['items[].sizeBytes'],
  'compareExecutions.cursor': ['group'],
  'getExecution.cursor': ['limit'],
  'getFailureContext.cursor': ['pr'],
  'getFailureContext.fingerprint': ['pr'],
  'getFailureContext.test': ['pr'],
  setMonitorSettings: ['minRuns'],
  putTemplate: ['project'],
  'listMessages.cursor': ['agent'],
  'readInbox.cursor': ['agent'],
  'listSubscriptions.cursor': ['agent'],
  markMessagesRead: ['agent', 'ids[]'],
  'markMessagesRead.partOf': ['agent'],
  acknowledgeMessages: ['agent', 'ids[]'],
  'acknowledgeMessages.upTo': ['agent'],
  updateTask: ['result'],
  sendMessage: ['agent'],
  updateAgent: ['model'],
  updateOrganization: ['name'],
  updatePerson: ['name'],
  'updatePerson.email': ['password'],
}

interface HandBody {
  /** What the values of the body identify. */
  names: Record<string, Kind>
  make: (
    values: Values,
    app: TestApp,
  ) => { body: string | Buffer<ArrayBuffer>; headers: Record<string, string> }
}

/** Bodies of routes that are mounted by hand. */
const BODIES: Record<string, HandBody> = {
  ingest: {
    names: { project: 'project', journal: 'journal', suite: 'suite', build: 'build', branch: 'branch' },
    make({ project, journal, suite, build, branch }, app) {
      const made = run({
        project: project as string,
        journal: (journal ?? newId(app.clock())) as string,
        suite: (suite ?? 'walked') as string,
        build: (build ?? newId(app.clock())) as string,
        code: { branch: (branch ?? 'walked') as string },
        startedAt: app.clock(),
        results: [passed('walks')],
      })
      return { body: ndjson(made), headers: { 'Content-Type': 'application/x-ndjson', 'svc-from': '0' } }
    },
  },
  uploadTestResults: {
    names: { 'document.project': 'project' },
    make: (values) => ({
      body: JSON.stringify({
        project: values['document.project'],
        suite: 'walked',
        results: [{ file: 'walk.test.ts', titles: ['walks'], status: 'passed', durationMs: 1 }],
      }),
      headers: { 'Content-Type': 'application/json' },
    }),
  },
  putArtifactUpload: {
    names: {},
    make: ({ id }) => ({
      body: Buffer.from(awaitedBytes.get(id as string) ?? 'bytes of nothing') as Buffer<ArrayBuffer>,
      headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': '0' },
    }),
  },
}

/** A value of a request that identifies something. */
export interface Named {
  name: string
  kind: Kind
  place: 'path' | 'query' | 'body'
  isRequired: boolean
}

/** The fields of an operation that identify something. Throws for a field without a line in `NAMES`. */
export function namedIn(operation: Walked): Named[] {
  const body = handBodyOf(operation)
  const fields = operation.fields.flatMap((field): Named[] => {
    const kind = kindOf(operation, field)
    const { name, place, isRequired } = field
    return kind === null ? [] : [{ name, kind, place, isRequired }]
  })
  const own = Object.entries(body?.names ?? {}).map(
    ([name, kind]): Named => ({ name, kind, place: 'body', isRequired: kind === 'project' }),
  )
  return [...fields, ...own]
}

function handBodyOf({ id, isByHand, hasBody }: Walked): HandBody | undefined {
  if (!isByHand || !hasBody) return undefined
  if (BODIES[id]) return BODIES[id]
  throw new Error(`${id} takes a body: add it to BODIES in server/src/testing/isolation/build-request.ts.`)
}

/** The fields to send together with this one: required ones and those in `BESIDE`. */
export function neededFor(operation: Walked, field: string | null): string[] {
  const beside = BESIDE[`${operation.id}.${field}`] ?? BESIDE[operation.id] ?? []
  const required = [...operation.fields, ...namedIn(operation)].filter((one) => one.isRequired)
  const groups = new Set([...beside, ...(field === null ? [] : [field])].map(listOf))
  return [
    ...new Set([...required.filter(({ name }) => isWanted(name, groups)).map(({ name }) => name), ...beside]),
    ...(field === null ? [] : [field]),
  ]
}

const listOf = (name: string) => name.split('[]')[0] as string
const OPTIONAL_LISTS = new Set(['renames', 'ancestry', 'changedFiles'])
/** Fields of an optional list's entries are required only if the list is sent. */
const isWanted = (name: string, lists: Set<string>): boolean =>
  !name.includes('[]') || !OPTIONAL_LISTS.has(listOf(name)) || lists.has(listOf(name))

let turn = 0

/** A request of an operation with these values, and with samples for fields that identify nothing. */
export function buildRequest(
  app: TestApp,
  operation: Walked,
  wanted: string[],
  values: Values,
): { path: string; init: TestRequest } {
  const all: Values = {}
  turn++
  for (const name of wanted) {
    const field = operation.fields.find((one) => one.name === name)
    const value = values[name] ?? (field && sampleOf(operation, field, turn))
    if (value !== undefined) all[name] = value
  }
  const { path, method } = operation
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(all[name])))
  const inQuery = operation.fields.filter(({ place, name }) => place === 'query' && all[name] !== undefined)
  const query = new URLSearchParams(
    Object.fromEntries(inQuery.map(({ name }) => [name, String(all[name])])),
  ).toString()
  const body = handBodyOf(operation)?.make(all, app) ?? (operation.hasBody ? jsonOf(operation, all) : null)
  return {
    path: query === '' ? address : `${address}?${query}`,
    init: { method, ...(body && { body: body.body, headers: body.headers }) },
  }
}

function jsonOf(operation: Walked, values: Values) {
  const input: Record<string, unknown> = {}
  for (const { name, place } of operation.fields)
    if (place === 'body' && values[name] !== undefined)
      put(input, name.split('.'), asField(operation, name, values[name]))
  const text = JSON.stringify(input)
  return {
    body: text,
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(text.length) },
  }
}

/** The value as a number if the field of the body is a number. */
const asField = (operation: Walked, name: string, value: unknown): unknown =>
  operation.fields.find((field) => field.name === name)?.isText === false && /^\d+$/.test(String(value))
    ? Number(value)
    : value

function put(target: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  const isList = key.endsWith('[]')
  const name = isList ? key.slice(0, -2) : key
  if (rest.length === 0) {
    target[name] = isList ? [value] : value
    return
  }
  const inner = (isList ? (target[name] as unknown[] | undefined)?.[0] : target[name]) ?? {}
  put(inner as Record<string, unknown>, rest, value)
  target[name] = isList ? [inner] : inner
}
