import { Hono } from 'hono'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Caller } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Authenticator } from '../../people/identity/authenticate.ts'
import { type Addressed, type ArtifactAddresses, SIGNED_PATH } from './artifact-addresses.ts'
import { type ArtifactDoor, download, READER } from './artifacts.ts'
import type { RestContext, RestEnv } from './env.ts'
import { mountProblems } from './problem-response.ts'
import { contextOf } from './routes.ts'

/** What the origin of artifacts needs. */
export interface SignedDoor extends ArtifactDoor {
  addresses: ArtifactAddresses
  authenticator: Pick<Authenticator, 'callerAgain'>
  readiness: Parameters<typeof mountProblems>[2]
}

/**
 * The app of the origin of artifacts. It knows no cookie and no key: an address is the right to read one artifact, while
 * whoever got it may read it. There is no other route.
 */
export function signedArtifacts(door: SignedDoor): Hono<RestEnv> {
  const app = new Hono<RestEnv>()
  mountProblems(app, door.log, door.readiness)
  app.get(`${SIGNED_PATH}:token`, async (c) => {
    const { id, ...reader } = addressedBy(c, door)
    const read = () => callerOf(reader, door)
    c.set('caller', await read())
    c.set('readCaller', read)
    return download(c, door, await door.find(contextOf(c, door.server), id), 'signed')
  })
  return app
}

function addressedBy(c: RestContext, { addresses }: SignedDoor): Addressed {
  const found = addresses.read(c.req.param('token') ?? '')
  if (found === null) throw ended()
  return found
}

/** The caller that got the address, with its present rights. Throws NOT_FOUND if it may read nothing any more. */
async function callerOf(
  { reader, organizationId }: Pick<Addressed, 'reader' | 'organizationId'>,
  { authenticator }: SignedDoor,
): Promise<Caller> {
  try {
    const caller = await authenticator.callerAgain(reader, organizationId)
    requireAccess(caller, READER)
    return caller
  } catch (error) {
    throw error instanceof Problem ? ended() : error
  }
}

const ended = () =>
  new Problem('NOT_FOUND', 'This address of an artifact has ended. Open the artifact from its run again.')

/**
 * True if the request names the host of this origin in its header Host, in any spelling and with any port: the server
 * itself has another name. Throws INVALID_REQUEST if Host is no name of a host.
 */
export const isOnOrigin = (c: RestContext, origin: string): boolean =>
  nameOf(askedHost(c.req.header('Host') ?? new URL(c.req.url).host)) === nameOf(new URL(origin))

const nameOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '')

function askedHost(host: string): URL {
  const address = `http://${host}`
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(address))
    throw new Problem(
      'INVALID_REQUEST',
      'The header Host must name a host, as tests.example.com or [::1]:4700.',
    )
  return new URL(address)
}
