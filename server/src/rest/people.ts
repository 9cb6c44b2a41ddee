import type { Operation, PublicOperation } from '@svc/schema'
import type { Hono } from 'hono'
import { limitedAs } from '../identity/authenticate.ts'
import type { PersonalContext, SignInLimits, TokenHolder, VisitorContext } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { answer } from './answer.ts'
import { wantedOrganization } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { RestContext, RestEnv } from './env.ts'
import { type RateLimits, tooOften } from './rate-limit.ts'
import { readInput, type ServerContext } from './routes.ts'
import { isCrossOrigin, type SessionCookie } from './session-cookie.ts'

/** What the doors for people work with. */
export interface PeopleDoor {
  server: ServerContext
  limits: RateLimits
  proxies: number
  cookie: SessionCookie
}

/** Who takes turns with organizations where a request is about none. */
const NOBODYS = 0
/** A token of a workflow is the longest that somebody without a credential sends. */
const STRANGERS_BYTES = 64 * 1024

type Verb<Ctx> = (call: { ctx: Ctx; input: unknown }) => Promise<unknown>

/** Opens the routes by which somebody without a credential comes by one. */
export function mountPublicOperations<const T extends Record<string, PublicOperation>>(
  app: Hono<RestEnv>,
  door: PeopleDoor,
  table: T,
  handlers: Handlers<T, VisitorContext>,
): void {
  for (const [name, operation] of Object.entries(table)) {
    const verb = handlers[name] as Verb<VisitorContext>
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
      const output = await verb({ ctx: visitorOf(c, door, holder.tokens), input })
      return answer(c, 200, { success: true, data: output }, holder.headers())
    })
  }
}

/** Opens the routes that are about whoever asks, so that no organization has to be chosen. */
export function mountPersonalOperations<const T extends Record<string, Operation>>(
  app: Hono<RestEnv>,
  door: PeopleDoor,
  table: T,
  handlers: Handlers<T, PersonalContext>,
): void {
  for (const [name, operation] of Object.entries(table)) {
    const verb = handlers[name] as Verb<PersonalContext>
    app.on(operation.method, operation.path, async (c) => {
      const sender = { organizationId: NOBODYS, credential: limitedAs(c.get('identity')) }
      const input = await readInput(c, operation, { intake: door.server.bodies.known, sender })
      const holder = holderOf(c, door)
      const ctx = {
        ...visitorOf(c, door, holder.tokens),
        identity: c.get('identity'),
        wanted: wantedOrganization(c),
      }
      const output = await verb({ ctx, input })
      return answer(c, 200, { success: true, data: output }, holder.headers())
    })
  }
}

const visitorOf = (
  c: RestContext,
  { server: { store, clock, baseUrl }, limits, proxies }: PeopleDoor,
  tokens: TokenHolder,
): VisitorContext => ({
  store,
  clock,
  baseUrl,
  tokens,
  signIns: signInLimits(c, limits),
  address: clientAddress(c, proxies),
  userAgent: c.req.header('User-Agent') ?? null,
})

/** Whoever signed in by a cookie, or asks for one, has the token there and nowhere else. */
function holderOf(c: RestContext, { cookie, server }: PeopleDoor) {
  let header: string | null = null
  const tokens: TokenHolder = {
    hold(token, endsAt, asCookie) {
      if (!asCookie && c.get('isCookie') !== true) return token
      header = cookie.store(token, Math.ceil((endsAt - server.clock()) / 1_000))
      return null
    },
    letGo() {
      if (c.get('isCookie') === true) header = cookie.clear()
    },
  }
  return { tokens, headers: (): Record<string, string> => (header === null ? {} : { 'Set-Cookie': header }) }
}

function signInLimits(
  c: RestContext,
  { signIns, refusedTokens, wrongPasswords, clock }: RateLimits,
): SignInLimits {
  return {
    attempt(address) {
      const { allowed, quota } = signIns.take(address, clock())
      if (c.get('identity') === undefined) c.set('quota', quota)
      if (!allowed) throw tooOften(quota, 'Too many attempts to sign in came from this address.')
    },
    refusedToken(address) {
      const { allowed, quota } = refusedTokens.take(address, clock())
      if (c.get('identity') === undefined) c.set('quota', quota)
      if (!allowed) throw tooOften(quota, 'Too many tokens from this address were refused.')
    },
    check(email) {
      const quota = wrongPasswords.peek(email, clock())
      if (quota?.remaining === 0)
        throw tooOften(
          quota,
          'Too many wrong passwords were tried for this account. Sessions under way go on.',
        )
    },
    failed(email) {
      wrongPasswords.add(email, 1, clock())
    },
  }
}
