import { Hono } from 'hono'
import type { Caller } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { type ArtifactAddresses, SIGNED_PATH } from './artifact-addresses.ts'
import { type ArtifactDoor, download } from './artifacts.ts'
import { clientAddress } from './client-address.ts'
import type { RestContext, RestEnv } from './env.ts'
import { mountProblems } from './problem-response.ts'
import { contextOf } from './routes.ts'

/** What the origin of artifacts needs. */
export interface SignedDoor extends ArtifactDoor {
  addresses: ArtifactAddresses
  proxies: number
  readiness: Parameters<typeof mountProblems>[2]
}

/**
 * The app of the origin of artifacts. It knows no cookie and no key: an address is the right to read one artifact, and
 * there is no other route.
 */
export function signedArtifacts(door: SignedDoor): Hono<RestEnv> {
  const app = new Hono<RestEnv>()
  mountProblems(app, door.log, door.readiness)
  app.get(`${SIGNED_PATH}:token`, async (c) => {
    const read = () => callerOf(c, door)
    const { id, caller } = read()
    c.set('caller', caller)
    c.set('readCaller', async () => read().caller)
    return download(c, door, await door.find(contextOf(c, door.server), id), 'signed')
  })
  return app
}

function callerOf(c: RestContext, { addresses, proxies }: SignedDoor): { id: string; caller: Caller } {
  const found = addresses.read(c.req.param('token') ?? '')
  if (found === null)
    throw new Problem(
      'NOT_FOUND',
      'This address of an artifact has ended. Open the artifact from its run again.',
    )
  const caller: Caller = {
    organizationId: found.organizationId,
    credential: `address ${clientAddress(c, proxies)}`,
    apiKeyId: null,
    personId: null,
    role: 'viewer',
    scopes: new Set(['read']),
    projectId: null,
    endsAt: null,
  }
  return { id: found.id, caller }
}

/** True if the request names this origin in its header Host. */
export function isOnOrigin(c: RestContext, origin: string): boolean {
  const { host, port } = new URL(origin)
  const asked = (c.req.header('Host') ?? new URL(c.req.url).host).toLowerCase()
  return asked === host || (port === '' && asked.replace(/:(80|443)$/, '') === host)
}
