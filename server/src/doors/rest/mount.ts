import type { Operation, PublicOperation } from '@svc/schema'
import type { Hono } from 'hono'
import type {
  Context,
  PasswordCost,
  PersonalContext,
  SignInThrottle,
  VisitorContext,
} from '../../ground/kernel/context.ts'
import type { Log } from '../../ground/kernel/log.ts'
import type { Bound } from '../../ground/kernel/operation-handlers.ts'
import type { Readiness } from '../../ground/kernel/readiness.ts'
import type { Wake } from '../../ground/kernel/wake.ts'
import type { makeAuthenticator } from '../../people/identity/authenticate.ts'
import type { ArtifactAddresses } from './artifact-addresses.ts'
import { type ArtifactDoor, mountArtifacts } from './artifacts.ts'
import { authenticate, inOrganization, mountObjects } from './authenticate.ts'
import { type BadgeDoor, mountBadge } from './badge.ts'
import { type BusStreamDoor, mountBusStream } from './bus-stream.ts'
import { makeConcurrencyLimit } from './concurrency-limit.ts'
import type { RestEnv } from './env.ts'
import { mountExecutionDetail, type ReadDetail } from './execution-detail.ts'
import { type EventsDoor, mountExecutionEvents } from './execution-events.ts'
import { mountHealth } from './health.ts'
import { type ChangesDoor, mountOrganizationEvents } from './organization-events.ts'
import { mountPersonalOperations, mountPublicOperations } from './people/operations.ts'
import { makeSessionCookie } from './people/session-cookie.ts'
import { mountProblems } from './problem-response.ts'
import { type RateLimits, rateLimit } from './rate-limit.ts'
import { mountReference } from './reference/reference.ts'
import { mountOperations, type ServerContext } from './routes.ts'
import { type NoteRefusal, noteRefusals } from './uploads/note-refusals.ts'
import { mountIngest, mountTestResults, type UploadDoor } from './uploads/upload.ts'

/** Reads that no table describes. */
const STREAMED_READS = [
  { method: 'GET', path: '/api/executions/:id', object: { kind: 'execution', parameter: 'id' } },
  { method: 'GET', path: '/api/executions/:id/events', object: { kind: 'execution', parameter: 'id' } },
  { method: 'GET', path: '/api/artifacts/:id', object: { kind: 'artifact', parameter: 'id' } },
  { method: 'GET', path: '/api/artifacts/:id/upload', object: { kind: 'artifact', parameter: 'id' } },
] as const

/** All that REST mounts: operations by their kind of sender, and streaming routes. */
export interface RestVerbs {
  visitors: Bound<PublicOperation, VisitorContext>[]
  people: Bound<Operation, PersonalContext>[]
  organizations: Bound<Operation, Context>[]
  streams: {
    processor: UploadDoor['processor']
    readDetail: ReadDetail
    readProgress: EventsDoor['readProgress']
    readChanges: ChangesDoor['readChanges']
    findArtifact: ArtifactDoor['find']
    uploadState: ArtifactDoor['uploadState']
    receivePiece: ArtifactDoor['receive']
    drawBadge: BadgeDoor['draw']
  }
}

/** The objects that REST needs besides the verbs. */
export interface RestParts {
  server: ServerContext
  log: Log
  limits: RateLimits
  authenticator: ReturnType<typeof makeAuthenticator>
  signInThrottle: SignInThrottle
  passwordCost: PasswordCost
  readiness: Readiness
  isDraining: () => boolean
  /** What is out of order although the server serves; null for nothing. */
  problem?: () => string | null
  /** Trusted proxies in front of the server, which report the clients' addresses. */
  proxies: number
  /** The configured public address; null if there is none. */
  publicUrl: string | null
  /** Addresses on the origin of artifacts; null if the server has none. */
  addresses: ArtifactAddresses | null
  /** Artifacts that one credential may download at a time. */
  downloads: number
  noteRefusal: NoteRefusal
  /** Streams of messages to agents. */
  busStream: Pick<BusStreamDoor, 'limits' | 'open'>
  wake: Wake
}

/** Streams of events that one credential may keep open. */
const EVENT_STREAMS = 8

/** What the end of the server needs from the routes. */
export interface RestDoor {
  /** Ends the streams of events. */
  drain(): void
  /** What the origin of artifacts needs. */
  artifacts: ArtifactDoor
}

/**
 * Opens every route: public ones first, then those for a credential, then those for members of an
 * organization.
 */
export function mountRest(app: Hono<RestEnv>, verbs: RestVerbs, parts: RestParts): RestDoor {
  const { server, log, limits, authenticator, signInThrottle, readiness, isDraining, proxies } = parts
  const { streams } = verbs
  mountProblems(app, log, readiness)
  mountHealth(app, readiness, isDraining, parts.problem)
  mountReference(app, server.baseUrl)
  mountBadge(app, { limits, proxies, draw: streams.drawBadge })
  const cookie = makeSessionCookie(server.baseUrl, parts.publicUrl)
  const door = { server, signInThrottle, passwordCost: parts.passwordCost, proxies, cookie }
  for (const bound of verbs.visitors) mountPublicOperations(app, door, bound)

  app.use(
    '/api/*',
    authenticate({ authenticator, limits, proxies, cookie, clock: server.clock }),
    rateLimit(limits),
  )
  for (const bound of verbs.people) mountPersonalOperations(app, door, bound)

  // From here on, a request belongs to one organization.
  mountObjects(
    app,
    verbs.organizations.flatMap(({ routes }) => Object.values(routes)),
  )
  mountObjects(app, [...STREAMED_READS])
  app.use('/api/*', inOrganization(authenticator), noteRefusals(parts.noteRefusal))
  const uploads = { server, processor: streams.processor, limits }
  mountIngest(app, uploads)
  mountTestResults(app, uploads)
  mountExecutionDetail(app, server, streams.readDetail, { log, readiness })
  const draining = new AbortController()
  const events = {
    server,
    wake: parts.wake,
    streams: makeConcurrencyLimit(EVENT_STREAMS),
    draining: draining.signal,
  }
  mountExecutionEvents(app, { ...events, readProgress: streams.readProgress })
  mountOrganizationEvents(app, { ...events, readChanges: streams.readChanges })
  const artifacts: ArtifactDoor = {
    server,
    addresses: parts.addresses,
    limits,
    log,
    downloads: makeConcurrencyLimit(parts.downloads),
    find: streams.findArtifact,
    uploadState: streams.uploadState,
    receive: streams.receivePiece,
  }
  mountArtifacts(app, artifacts)
  mountBusStream(app, { server, ...parts.busStream })
  for (const bound of verbs.organizations) mountOperations(app, server, bound)
  return { drain: () => draining.abort(), artifacts }
}
