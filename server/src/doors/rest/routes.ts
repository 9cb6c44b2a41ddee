import { LIMITS } from '@svc/protocol'
import { type Operation, type Page, takesBody } from '@svc/schema'
import type { Hono } from 'hono'
import type { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { listOf, makeCursors } from '../../ground/kernel/cursor.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import type { Bound } from '../../ground/kernel/operation-handlers.ts'
import { parseBody } from '../../ground/kernel/parse-body.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import { writeWhileAllowed } from '../../ground/kernel/write-while-allowed.ts'
import { notModified, success, weakTag } from './answer.ts'
import type { Intake } from './bodies/intake.ts'
import { type BodyWanted, mediaType, readBody } from './bodies/read-body.ts'
import type { RestContext, RestEnv } from './env.ts'
import { isRead, ORGANIZATION_PARAMETER } from './organization-parameter.ts'
import { recheck, rechecking } from './recheck.ts'

/** What every call has in common; the caller is the request's own. */
export interface ServerContext extends Omit<Context, 'caller' | 'cursors' | 'actingAs'> {
  /** Seals cursors; see `makeCursors`. */
  cursorKey: string
  bodies: Bodies
}

/** The memory for bodies, with a separate share for senders without a credential. */
interface Bodies {
  known: Intake
  strangers: Intake
}

/**
 * Mounts one route for each row of a table of operations. Outputs are not validated, because their
 * types are checked at compile time.
 */
export function mountOperations(
  app: Hono<RestEnv>,
  server: ServerContext,
  { routes, schemaOf, verbs, versions }: Bound<Operation, Context>,
): void {
  for (const [name, operation] of Object.entries(routes)) {
    const verb = verbs[name] as NonNullable<(typeof verbs)[string]>
    const versionOf = versions?.[name]
    app.on(operation.method, operation.path, async (c) => {
      requireAccess(c.get('caller'), operation)
      const check = rechecking(c, server.clock, operation)
      const input = await readInput(c, operation, await schemaOf(name), {
        intake: server.bodies.known,
        sender: c.get('caller'),
        limitBytes: operation.bodyBytes ?? LIMITS.requestBytes,
        afterWait: () => recheck(c, operation),
      })
      const store = operation.method === 'GET' ? server.store : writeWhileAllowed(server.store, check)
      const ctx = contextOf(c, { ...server, store }, () => listOf(operation.path, input as object))
      const version = await versionOf?.({ ctx, input })
      const tag =
        version === undefined ? undefined : weakTag(`${SERVER_VERSION} ${JSON.stringify(input)} ${version}`)
      const known = tag && notModified(c, tag)
      if (known) return known
      const again = async () => {
        await recheck(c, operation)
        return { ...ctx, caller: c.get('caller') }
      }
      const output = await verb({ ctx, input, signal: () => c.req.raw.signal, recheck: again })
      // A write has happened, even if its credential ended meanwhile.
      if (operation.method === 'GET') await check()
      if (output instanceof EncodedJson) return success(c, operation, output, tag)
      if (!operation.isPage) return success(c, operation, { success: true, data: output }, tag)
      const { items, nextCursor } = output as Page<unknown>
      return success(c, operation, { success: true, data: items, page: { nextCursor } }, tag)
    })
  }
}

/** The memory budget of a body, and the organization that it counts for. */
export interface BodySource extends Pick<BodyWanted, 'intake' | 'sender' | 'afterWait'> {
  /** Default: `LIMITS.requestBytes`. */
  limitBytes?: number
}

/** Path, query and body of a request, checked against the operation's schema. */
export async function readInput(
  c: RestContext,
  { method }: Pick<Operation, 'method'>,
  schema: z.ZodType,
  from: BodySource,
) {
  const path = c.req.param() as Record<string, string>
  const raw = inputOf(path, takesBody(method) ? await jsonObject(c, from) : singleQuery(c))
  return parseInput(schema, raw, Object.keys(path))
}

/** The context of a verb that this request calls; `list` identifies what its cursors belong to. */
export const contextOf = (
  c: RestContext,
  { store, clock, baseUrl, times, cursorKey }: ServerContext,
  list: string | (() => string) = '',
): Context => {
  const caller = c.get('caller')
  return {
    store,
    clock,
    baseUrl,
    times,
    caller,
    cursors: makeCursors(cursorKey, caller.organizationId, list),
    actingAs: c.req.header('Svc-Agent'),
  }
}

/** Path and other parameters together. Refuses a name that occurs in both, and names with a NUL character. */
export function inputOf(path: Record<string, string>, rest: Record<string, unknown>): unknown {
  for (const [name, value] of Object.entries(path))
    if (value.includes('\0'))
      throw new Problem('NOT_FOUND', `There is nothing here: ${name} must not contain NUL characters.`)
  const twice = Object.keys(path).find((name) => Object.hasOwn(rest, name))
  if (twice !== undefined) throw invalid(`${twice} is in the path and accepts no second value.`)
  return { ...rest, ...path }
}

/** The parameters of the query, each given once: a second value would hide a mistake, whichever were used. */
export function singleQuery(c: RestContext): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (name === ORGANIZATION_PARAMETER && isRead(c)) continue
    const [value = ''] = values
    if (values.length > 1) throw invalid(`${name} must have one value, not ${values.length}.`)
    if (value.includes('\0')) throw invalid(`${name} must not contain NUL characters.`)
    query[name] = value
  }
  return query
}

function refuseQuery(c: RestContext): void {
  const [name] = Object.keys(c.req.queries())
  if (name !== undefined)
    throw invalid(`There is no parameter ${JSON.stringify(name)} in the query; send it in the body.`)
}

async function jsonObject(c: RestContext, from: BodySource): Promise<Record<string, unknown>> {
  refuseQuery(c)
  const { bytes, release } = await readBody(c, { limitBytes: LIMITS.requestBytes, ...from })
  try {
    return await objectOf(c, bytes)
  } finally {
    release()
  }
}

async function objectOf(c: RestContext, bytes: Uint8Array): Promise<Record<string, unknown>> {
  if (bytes.byteLength === 0) return {}
  if (mediaType(c) !== 'application/json') throw invalid('Content-Type must be application/json.')
  if (c.req.header('Content-Encoding'))
    throw invalid('This path accepts no Content-Encoding: send the body uncompressed.')
  const { value, hasNul } = await parseBody(bytes, 'a JSON object')
  if (hasNul) throw invalid('The body must not contain NUL characters.')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('The body must be a JSON object.')
  return value as Record<string, unknown>
}

const invalid = (message: string) => new Problem('INVALID_REQUEST', message)
