import type { Operation, PublicOperation } from '@svc/schema'
import type { Hono } from 'hono'
import { requirePerson } from '../../../ground/kernel/access.ts'
import { afterWaits } from '../../../ground/kernel/after-waits.ts'
import type {
  PasswordCost,
  PersonalContext,
  SignInThrottle,
  TokenHolder,
  VisitorContext,
} from '../../../ground/kernel/context.ts'
import type { Bound } from '../../../ground/kernel/operation-handlers.ts'
import { type Transaction, writeWhileAllowed } from '../../../ground/kernel/write-while-allowed.ts'
import { limitedAs } from '../../../people/identity/authenticate.ts'
import { answer, success } from '../answer.ts'
import { wantedOrganization } from '../authenticate.ts'
import { clientAddress } from '../client-address.ts'
import type { RestContext, RestEnv } from '../env.ts'
import { readInput, type ServerContext } from '../routes.ts'
import type { SessionCookie } from './session-cookie.ts'

/** The objects that the routes for people need. */
export interface PeopleDoor {
  server: ServerContext
  signInThrottle: SignInThrottle
  passwordCost: PasswordCost
  proxies: number
  cookie: SessionCookie
}

/** The place in the fair queue of requests without an organization. */
const NOBODYS = 0
/** The longest body without a credential is the token of a workflow. */
const STRANGERS_BYTES = 64 * 1024

/** Opens the routes that issue a credential to senders without one. */
export function mountPublicOperations(
  app: Hono<RestEnv>,
  door: PeopleDoor,
  { routes, schemaOf, verbs }: Bound<PublicOperation, VisitorContext>,
): void {
  for (const [name, operation] of Object.entries(routes)) {
    const verb = verbs[name] as NonNullable<(typeof verbs)[string]>
    app.on(operation.method, operation.path, async (c) => {
      // Otherwise another site could sign its visitors in as somebody else.
      door.cookie.refuseOtherPages(c)
      const input = await readInput(c, operation, await schemaOf(name), {
        intake: door.server.bodies.strangers,
        sender: { organizationId: NOBODYS, credential: clientAddress(c, door.proxies) },
        limitBytes: STRANGERS_BYTES,
        // The body itself contains the credential to check.
        afterWait: async () => undefined,
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

/** Opens the routes about the sender, which need no organization. */
export function mountPersonalOperations(
  app: Hono<RestEnv>,
  door: PeopleDoor,
  { routes, schemaOf, verbs }: Bound<Operation, PersonalContext>,
): void {
  for (const [name, operation] of Object.entries(routes)) {
    const verb = verbs[name] as NonNullable<(typeof verbs)[string]>
    app.on(operation.method, operation.path, async (c) => {
      requirePerson(c.get('identity'), operation)
      const sender = { organizationId: NOBODYS, credential: limitedAs(c.get('identity')) }
      const look = async (db?: Transaction) => {
        c.set('identity', await c.get('readIdentity')('to-end', db))
        requirePerson(c.get('identity'), operation)
      }
      const check = afterWaits(door.server.clock, look)
      const input = await readInput(c, operation, await schemaOf(name), {
        intake: door.server.bodies.known,
        sender,
        afterWait: () => look(),
      })
      const holder = holderOf(c, door)
      const ctx = {
        ...visitorOf(c, door, holder.tokens).ctx,
        store: writeWhileAllowed(door.server.store, check),
        identity: c.get('identity'),
        wanted: wantedOrganization(c),
      }
      const output = await verb({ ctx, input, signal: () => c.req.raw.signal })
      return holder.keepIn(success(c, operation, { success: true, data: output }))
    })
  }
}

/** The context of a verb, and the promise to await before its answer. */
function visitorOf(
  c: RestContext,
  { server: { store, clock, baseUrl }, signInThrottle, passwordCost, proxies }: PeopleDoor,
  tokens: TokenHolder,
) {
  const address = clientAddress(c, proxies)
  const throttle = signInThrottle.forRequest((quota) => {
    // Signed-in senders see the quota of their credential.
    if (c.get('identity') === undefined) c.set('quota', quota)
  })
  const refused: string[] = []
  const ctx: VisitorContext = {
    store,
    clock,
    baseUrl,
    tokens,
    passwordCost,
    signIns: {
      ...throttle,
      refusedToken(from) {
        refused.push(from)
      },
    },
    address,
    userAgent: c.req.header('User-Agent') ?? null,
  }
  return {
    ctx,
    // A verb may refuse a token inside a transaction, where no other write is possible.
    settle: async () => {
      for (const from of refused) await throttle.refusedToken(from)
    },
  }
}

/** Senders that signed in by a cookie, or request one, get the tokens only in cookies. */
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
    /** Puts the browser's cookies into an answer. */
    keepIn(response: Response): Response {
      for (const header of headers) response.headers.append('Set-Cookie', header)
      return response
    },
  }
}
