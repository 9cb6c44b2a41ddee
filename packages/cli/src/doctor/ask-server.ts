import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Answer, type Config, describeNetworkError, makePost } from '@svc/client/doctor'
import { field, parseJson, textField } from './json.ts'

/** Each step over the network is given up after this, unless a caller says otherwise. */
const STEP_MS = 5_000

/** What `GET /api/whoami` tells of a key. */
export interface WhoAmI {
  organization: string
  keyName: string
  role: string
  scopes: string[]
  /** Slug of the one project the key sees. */
  project?: string
  expiresAt?: string
  serverVersion: string
}

/** What asking the server came to; `refused` is an answer of any status but 200. */
export type Asked =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'refused'; answer: Answer; isOurs: boolean; message: string; tookMs: number }
  | { kind: 'foreign'; answer: Answer; tookMs: number }
  | { kind: 'known'; answer: Answer; who: WhoAmI; tookMs: number }

type Server = Pick<Config, 'url' | 'apiKey' | 'proxy'> & { stepMs?: number }

/** Asks who the key is: the cheapest request, and the only one that every key may make. */
export const askWhoAmI = async (server: Server): Promise<Asked> => {
  const { hostname } = new URL(server.url)
  const name = server.proxy ? undefined : await unresolvedName(hostname, server.stepMs ?? STEP_MS)
  if (name) return { kind: 'unreachable', reason: `the name ${name} was not resolved in time` }
  return ask(server, '/api/whoami', undefined)
}

/**
 * Sends an upload without a body, which the server refuses as empty after it has looked at key and
 * rights: it takes the same way as results do, and leaves nothing behind.
 */
export const askUpload = (server: Server): Promise<Asked> => ask(server, '/api/ingest', new Uint8Array())

/** True for the answer to an upload that was refused for nothing but its emptiness. */
export const isWelcome = (asked: Asked): boolean =>
  asked.kind === 'refused' && asked.isOurs && asked.answer.status === 400

const ask = async (server: Server, path: string, body: Uint8Array | undefined): Promise<Asked> => {
  const start = performance.now()
  try {
    const post = await makePost(server.url, server.proxy)
    const headers = {
      ...(server.apiKey && { authorization: `Bearer ${server.apiKey}` }),
      ...(body && { 'content-type': 'application/x-ndjson' }),
    }
    const answer = await post(`${server.url}${path}`, headers, body, server.stepMs ?? STEP_MS)
    return readAnswer(answer, performance.now() - start, server.apiKey)
  } catch (error) {
    return { kind: 'unreachable', reason: describeNetworkError(error, server.url).reason }
  }
}

const readAnswer = (answer: Answer, tookMs: number, key: string | undefined): Asked => {
  const body = parseJson(answer.body)
  if (answer.status === 200) {
    const who = readWhoAmI(field(body, 'data'))
    return who ? { kind: 'known', answer, who, tookMs } : { kind: 'foreign', answer, tookMs }
  }
  const isOurs = field(body, 'success') === false && textField(body, 'error', 'code') !== undefined
  const message = oneLine(textField(body, 'error', 'message') ?? '', key)
  return { kind: 'refused', answer, isOurs, message, tookMs }
}

const readWhoAmI = (data: unknown): WhoAmI | undefined => {
  const scopes = field(data, 'key', 'scopes')
  const serverVersion = textField(data, 'server', 'version')
  const role = textField(data, 'key', 'role')
  if (!Array.isArray(scopes) || serverVersion === undefined || role === undefined) return undefined
  const project = textField(data, 'key', 'project')
  const expiresAt = textField(data, 'key', 'expiresAt')
  return {
    organization: oneLine(textField(data, 'organization', 'name') ?? ''),
    keyName: oneLine(textField(data, 'key', 'name') ?? ''),
    role: oneLine(role),
    scopes: scopes.map((scope) => oneLine(String(scope))),
    serverVersion: oneLine(serverVersion),
    ...(project !== undefined && { project: oneLine(project) }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** Text of another machine goes to a terminal: no control characters, not for ever, and never the key. */
const oneLine = (text: string, key?: string): string =>
  (key ? text.replaceAll(key, '[redacted]') : text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300)

/** The name, where asking for its address takes too long; other trouble shows when a connection is made. */
const unresolvedName = async (hostname: string, stepMs: number): Promise<string | undefined> => {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, stepMs, hostname)
  })
  const asked = lookup(hostname).then(
    () => undefined,
    () => undefined,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
