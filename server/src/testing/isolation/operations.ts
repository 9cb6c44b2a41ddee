import { type Access, type Operation, type PublicOperation, takesBody } from '@svc/schema'
import { operationTables } from '@svc/schema/operations'
import type { z } from 'zod'
import { type StreamingRoute, streamingRoutes } from '../../doors/rest/openapi/streaming-routes.ts'

/** One row of the tables of operations, or one route that is mounted by hand. */
export interface Walked {
  id: string
  method: string
  path: string
  /** Null: anyone may ask. */
  access: Access | null
  /** True if it refuses API keys. */
  ofPerson: boolean
  /** True if the operation concerns the caller and no organization. */
  isPersonal: boolean
  isByHand: boolean
  /** True for a read of an object whose id, which is required, says which organization is meant. */
  namesObject: boolean
  hasBody: boolean
  fields: Field[]
}

/** A value that a request may carry: `items[].sha256` is one of each entry of a list. */
export interface Field {
  name: string
  place: 'path' | 'query' | 'body'
  isRequired: boolean
  /** False for numbers, booleans and closed sets, which are rarely ids. */
  isText: boolean
}

/** Tables whose operations concern the caller; every other table concerns an organization. */
const PERSONAL = new Set(['Identity', 'People', 'Organizations of a person'])

/** Every operation and route of the server, so that a new one is walked by itself. */
export function everyOperation(): Walked[] {
  const rows = Object.entries(operationTables).flatMap(([heading, table]) =>
    Object.entries(table as Record<string, Operation | PublicOperation>).map(([id, operation]) =>
      fromTable(id, operation, PERSONAL.has(heading)),
    ),
  )
  return [
    ...rows,
    ...Object.entries(streamingRoutes as Record<string, StreamingRoute>).map(([id, route]) =>
      fromHand(id, route),
    ),
  ]
}

function fromTable(id: string, operation: Operation | PublicOperation, isPersonal: boolean): Walked {
  const { method, path, input } = operation
  const fields = fieldsOf(input, path, takesBody(method) ? 'body' : 'query')
  const parameter = 'object' in operation ? operation.object?.parameter : undefined
  const isNamed = ({ name, place, isRequired }: Field) =>
    name === parameter && (place === 'path' || isRequired)
  return {
    id,
    method,
    path,
    access: 'role' in operation ? { role: operation.role, scope: operation.scope } : null,
    ofPerson: 'person' in operation && operation.person === true,
    isPersonal,
    isByHand: false,
    namesObject: method === 'GET' && fields.some(isNamed),
    hasBody: takesBody(method),
    fields,
  }
}

function fromHand(id: string, { method, path, access, input, body }: StreamingRoute): Walked {
  return {
    id,
    method,
    path,
    access,
    ofPerson: false,
    isPersonal: false,
    isByHand: true,
    namesObject: method === 'GET' && /^\/api\/(executions|artifacts)\/:id/.test(path),
    hasBody: body !== undefined,
    fields: input ? fieldsOf(input, path, 'query') : [],
  }
}

function fieldsOf(schema: z.ZodType, path: string, elsewhere: 'query' | 'body'): Field[] {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const fields = new Map<string, Field>()
  for (const field of leaves(schema as unknown as AnySchema, '', true)) {
    const place = inPath.has(field.name) ? 'path' : elsewhere
    const before = fields.get(field.name)
    fields.set(field.name, { ...field, place, isText: field.isText || before?.isText === true })
  }
  return [...fields.values()]
}

/** As much of zod's own description of a schema as a walk over its fields takes. */
interface AnySchema {
  _zod: {
    def: {
      type: string
      innerType?: AnySchema
      in?: AnySchema
      out?: AnySchema
      element?: AnySchema
      options?: AnySchema[]
      shape?: Record<string, AnySchema>
    }
  }
}

function leaves(schema: AnySchema, name: string, isRequired: boolean): Omit<Field, 'place'>[] {
  const { type, innerType, in: before, out, element, options, shape } = schema._zod.def
  if (innerType)
    return leaves(innerType, name, isRequired && !['optional', 'default', 'prefault'].includes(type))
  if (before && out) return leaves(before._zod.def.type === 'transform' ? out : before, name, isRequired)
  if (element) return leaves(element, `${name}[]`, isRequired)
  if (options) return options.flatMap((option) => leaves(option, name, isRequired))
  if (shape)
    return Object.entries(shape).flatMap(([key, each]) =>
      leaves(each, name === '' ? key : `${name}.${key}`, isRequired),
    )
  return [{ name, isRequired, isText: !CLOSED.has(type) }]
}

const CLOSED = new Set(['enum', 'literal', 'boolean', 'null', 'number', 'int'])
