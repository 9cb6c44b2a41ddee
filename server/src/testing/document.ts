import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { makeOpenApi, type OpenApiOperation } from '../doors/rest/openapi/openapi.ts'

/** One operation of the API's document, by its id. */
export interface Documented {
  id: string
  method: string
  /** With `{name}` for path parameters. */
  path: string
  operation: OpenApiOperation
}

/** The API's document, its operations, and what tells whether an answer is as it says. */
export async function readDocument() {
  const document = await makeOpenApi('http://svc.test')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Documented => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        operation,
      }),
    ),
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(document) as object, 'api')

  /**
   * The differences between a JSON answer of this operation and its document; empty if it matches, without an
   * extra field.
   */
  const faultsOf = ({ method, path }: Documented, status: number, answer: unknown): string[] => {
    const keys = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const response = reach(document, keys) as { $ref?: string } | undefined
    if (!response) return [`The status ${status} is not documented.`]
    const place = response.$ref ? response.$ref.slice(1) : `/${keys.map(pointer).join('/')}`
    const check = ajv.compile({ $ref: `api#${place}/content/application~1json/schema` })
    if (check(answer)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
  }
  return { document, operations, faultsOf }
}

const pointer = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%24', '$')

const reach = (value: unknown, keys: string[]): unknown =>
  keys.reduce((parent, key) => (parent as Record<string, unknown> | undefined)?.[key], value)

/** The same schema, with all unknown fields forbidden: answers must not contain undocumented fields. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const all = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]))
  const isObject = all.type === 'object' && all.properties !== undefined
  return isObject && all.additionalProperties === undefined ? { ...all, additionalProperties: false } : all
}
