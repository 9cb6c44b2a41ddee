import type { Operation, PublicOperation } from '@svc/schema'
import type { Hono } from 'hono'
import { limitedAs } from '../../identity/authenticate.ts'
import type { PersonalContext, SignInBrakes, TokenHolder, VisitorContext } from '../../kernel/context.ts'
import type { Bound } from '../../kernel/handlers.ts'
import { Problem } from '../../kernel/problem.ts'
import { answer } from '../answer.ts'
import { wantedOrganization } from '../authenticate.ts'
import { clientAddress } from '../client-address.ts'
import type { RestContext, RestEnv } from '../env.ts'
import { readInput, type ServerContext } from '../routes.ts'
import { isCrossOrigin, type SessionCookie } from './session-cookie.ts'

/** What the doors for people work with. */
export interface PeopleDoor {
  server: ServerContext
  brakes: SignInBrakes
  proxies: number
  cookie: SessionCookie
}

/** Who takes turns with organizations where a request is about none. */
const NOBODYS = 0
/** A token of a workflow is the longest that somebody without a credential sends. */
const STRANGERS_BYTES = 64 * 1024

/** Opens the routes by which somebody without a credential comes by one. */
export function mountPublicOperations(
  app: Hono<RestEnv>,
  door: PeopleDoor,
  { operations, verbs }: Bound<PublicOperation, VisitorContext>,
): void {
  for (const [name, operation] of Object.entries(operations)) {
    const verb = verbs[name] as NonNullable<(typeof verbs)[string]>
    app.on(operation.method, operation.path, async (c) => {
      // Else another site could sign its visitors in as somebody else.
      if (isCrossOrigin(c, door.server.baseUrl))
        throw new Problem('FORBIDDEN', 'People sign in on pages of this server, not on those of another.')
      const input = await readInput(c, operation, {
        intake: door.server.bodies.strangers,
        sender: { organizationId: NOBODYS, credential: clientAddress(c, door.proxies) },
        limitBytes: STRANGERS_BYTES,
      })
      const holder = holderOf(c, door)
      const visitor = visitorOf(c, door, holder.tokens)
      const output = await verb({ ctx: visitor.ctx, input, signal: () => c.req.raw.signal }).finally(
        visitor.settle,
      )
      return holder.keepIn(answer(c, 200, { success: true, data: output }))
    })
  }
}

/** Opens the routes that are about whoever asks, so that no organization has to be chosen. */
export function mountPersonalOperations(
  app: Hono<RestEnv>,
  door: PeopleDoor,
  { operations, verbs }: Bound<Operation, PersonalContext>,
): void {
  for (const [name, operation] of Object.entries(operations)) {
    const verb = verbs[name] as NonNullable<(typeof verbs)[string]>
    app.on(operation.method, operation.path, async (c) => {
      const sender = { organizationId: NOBODYS, credential: limitedAs(c.get('identity')) }
      const input = await readInput(c, operation, { intake: door.server.bodies.known, sender })
      const holder = holderOf(c, door)
      const ctx = {
        ...visitorOf(c, door, holder.tokens).ctx,
        identity: c.get('identity'),
        wanted: wantedOrganization(c),
      }
      const output = await verb({ ctx, input, signal: () => c.req.raw.signal })
      return holder.keepIn(answer(c, 200, { success: true, data: output }))
    })
  }
}

/** What a verb gets, and what is to be awaited before its answer. */
function visitorOf(
  c: RestContext,
  { server: { store, clock, baseUrl }, brakes, proxies }: PeopleDoor,
  tokens: TokenHolder,
) {
  const address = clientAddress(c, proxies)
  const brake = brakes.telling((quota) => {
    // Whoever has signed in is told what their credential has left.
    if (c.get('identity') === undefined) c.set('quota', quota)
  })
  const refused: string[] = []
  const ctx: VisitorContext = {
    store,
    clock,
    baseUrl,
    tokens,
    signIns: {
      ...brake,
      refusedToken(from) {
        refused.push(from)
      },
    },
    address,
    userAgent: c.req.header('User-Agent') ?? null,
  }
  return {
    ctx,
    // A verb may refuse a token inside of a transaction, where nothing else can be written.
    settle: async () => {
      for (const from of refused) await brake.refusedToken(from)
    },
  }
}

/** Whoever signed in by a cookie, or asks for one, has the tokens there and nowhere else. */
function holderOf(c: RestContext, { cookie, server }: PeopleDoor) {
  const headers: string[] = []
  const isCookie = (asCookie: boolean) => asCookie || c.get('isCookie') === true
  const keep = (write: SessionCookie['store']) => (token: string, endsAt: number, asCookie: boolean) => {
    if (!isCookie(asCookie)) return token
    headers.push(write(token, Math.ceil((endsAt - server.clock()) / 1_000)))
    return null
  }
  const tokens: TokenHolder = {
    device: cookie.readDevice(c),
    isCookie,
    hold: keep(cookie.store),
    holdDevice: keep(cookie.storeDevice),
    letGo() {
      if (c.get('isCookie') === true) headers.push(cookie.clear())
    },
  }
  return {
    tokens,
    /** Puts into an answer what the browser is to keep. */
    keepIn(response: Response): Response {
      for (const header of headers) response.headers.append('Set-Cookie', header)
      return response
    },
  }
}
