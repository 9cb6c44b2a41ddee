import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isObject, type Json, type JsonObject, schemasOf } from './schemas.ts'

/** One operation of GitHub's REST API as it is published. */
export interface Operation {
  /** For example `issues/create-comment`. */
  id: string
  parameters: Record<string, string>
  published: JsonObject
}

const { paths, components } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json')), 'utf8'),
) as { paths: Record<string, JsonObject>; components: Record<string, JsonObject> }
const schemas = schemasOf(components.schemas ?? {})

/** The published example of a component, for example `pull-request`; a copy. */
export const exampleOf = (name: string): JsonObject => {
  const example = components.examples?.[name]
  if (!isObject(example) || example.value === undefined)
    throw new Error(`GitHub shows no example of ${name}.`)
  const value = structuredClone(example.value)
  const one = Array.isArray(value) ? value[0] : value
  if (!isObject(one)) throw new Error(`The example of ${name} is no object.`)
  return one
}

/** The operation of a request, undefined where GitHub publishes none. */
export const findOperation = (method: string, path: string): Operation | undefined => {
  for (const { pattern, names, item } of patterns()) {
    const found = pattern.exec(path)
    const published = item[method.toLowerCase()]
    if (!found || !isObject(published)) continue
    const parameters = Object.fromEntries(
      names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? '')]),
    )
    return { id: String(published.operationId), parameters, published }
  }
  return undefined
}

/** What of a request is not as it is published: parameters of path and query, and the body. */
export const checkRequest = (
  operation: Operation,
  query: URLSearchParams,
  body: Json | undefined,
): string[] => {
  const wrong: string[] = []
  const declared = listOf(operation.published.parameters).map(resolve)
  for (const parameter of declared) {
    const { name, in: place } = parameter
    const text = place === 'path' ? operation.parameters[String(name)] : query.get(String(name))
    if (place !== 'path' && place !== 'query') continue
    if (text === null || text === undefined) {
      if (parameter.required === true) wrong.push(`${name} is missing`)
    } else
      for (const each of schemas.check(parameter.schema ?? {}, readText(parameter.schema, text)))
        wrong.push(`${name}: ${each}`)
  }
  for (const name of query.keys())
    if (!declared.some((each) => each.in === 'query' && each.name === name))
      wrong.push(`there is no query parameter ${name}`)
  return [...wrong, ...checkBody(operation, body)]
}

/** What of an answer is not as it is published. */
export const checkAnswer = (operation: Operation, status: number, type: string, body: string): string[] => {
  const responses = operation.published.responses
  const response = isObject(responses) ? responses[String(status)] : undefined
  // Refusals that GitHub gives everywhere are not listed with each operation.
  if (response === undefined && status < 400) return [`${status} is not among the published answers`]
  const resolved = response === undefined ? undefined : resolve(response)
  const content = isObject(resolved?.content) ? resolved.content : undefined
  if (status >= 400) return checkJson({ $ref: '#/components/schemas/basic-error' }, body)
  if (!content) return body === '' ? [] : ['a body is published for none of these answers']
  const media = content[type] ?? content['application/json']
  if (!isObject(media)) return [`${type} is not among the published types`]
  return type.includes('raw') ? [] : checkJson(media.schema ?? {}, body)
}

const checkJson = (schema: Json, body: string): string[] => schemas.check(schema, JSON.parse(body))

const checkBody = ({ published }: Operation, body: Json | undefined): string[] => {
  const declared = published.requestBody === undefined ? undefined : resolve(published.requestBody)
  if (!declared) return body === undefined ? [] : ['a body, though none is published']
  if (body === undefined) return declared.required === true ? ['the body is missing'] : []
  const content = isObject(declared.content) ? declared.content['application/json'] : undefined
  const schema = isObject(content) ? (content.schema ?? {}) : {}
  const wrong = schemas.check(schema, body).map((each) => `body: ${each}`)
  // GitHub leaves unknown fields unread, and few of its schemas are closed: such a field is a mistake all the same.
  const fields = isObject(schema) && isObject(schema.properties) ? schema.properties : undefined
  if (fields && isObject(body))
    for (const name of Object.keys(body)) if (!(name in fields)) wrong.push(`body: there is no field ${name}`)
  return wrong
}

const readText = (schema: Json | undefined, text: string): Json => {
  const type = isObject(schema) ? schema.type : undefined
  if (type === 'integer' || type === 'number') return /^-?\d+$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

const resolve = (node: Json): JsonObject => {
  if (!isObject(node)) throw new Error('The description refers to nothing.')
  if (typeof node.$ref !== 'string') return node
  const [, , kind = '', name = ''] = node.$ref.split('/')
  return resolve(components[kind]?.[name] ?? null)
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

interface Pattern {
  pattern: RegExp
  names: string[]
  item: JsonObject
}

let all: Pattern[] | undefined
/** Paths with more fixed words first, as GitHub reads them. */
const patterns = (): Pattern[] => {
  all ??= Object.entries(paths)
    .sort(([a], [b]) => fixedWords(b) - fixedWords(a))
    .map(([path, item]) => {
      const several = new Set(
        Object.values(item)
          .filter(isObject)
          .flatMap((each) => listOf(each.parameters).map(resolve))
          .filter((each) => each['x-multi-segment'] === true)
          .map((each) => String(each.name)),
      )
      const names: string[] = []
      const source = path.replaceAll(/\{(\w+)\}|[.+]/g, (word, name?: string) => {
        if (!name) return `\\${word}`
        names.push(name)
        return several.has(name) ? '(.+)' : '([^/]+)'
      })
      return { pattern: new RegExp(`^${source}$`), names, item }
    })
  return all
}

const fixedWords = (path: string): number => path.split('/').filter((word) => !word.startsWith('{')).length
