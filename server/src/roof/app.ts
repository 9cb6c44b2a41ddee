import { LIMITS } from '@svc/protocol'
import { Hono } from 'hono'
import { mayHoldFailure } from '../agents/bus/find-leases.ts'
import { callerInboxes } from '../agents/bus/live/caller-inboxes.ts'
import { openLiveChannels } from '../agents/bus/live/live-channels.ts'
import { openStream } from '../agents/bus/live/open-stream.ts'
import { busConsumers } from '../agents/bus/work.ts'
import { type Behind, mountMcp } from '../doors/mcp/mount.ts'
import { makeArtifactAddresses } from '../doors/rest/artifact-addresses.ts'
import { makeIntake } from '../doors/rest/bodies/intake.ts'
import { leavingOf, readBody } from '../doors/rest/bodies/read-body.ts'
import { clientAddress } from '../doors/rest/client-address.ts'
import { makeConcurrencyLimit } from '../doors/rest/concurrency-limit.ts'
import type { RestEnv } from '../doors/rest/env.ts'
import { mountRest } from '../doors/rest/mount.ts'
import { type NoteRequest, noteRequests } from '../doors/rest/note-requests.ts'
import { countFailure, makeRateLimits } from '../doors/rest/rate-limit.ts'
import { PathRouter } from '../doors/rest/router.ts'
import { isOnOrigin, signedArtifacts } from '../doors/rest/signed-artifacts.ts'
import { type Dashboard, NO_DASHBOARD } from '../doors/web/dashboard.ts'
import { mountNoPage, mountWeb } from '../doors/web/mount.ts'
import { mountPackages } from '../doors/web/mount-packages.ts'
import { NO_PACKAGES, type Packages } from '../doors/web/packages.ts'
import { mountTraceViewer } from '../doors/web/trace-viewer.ts'
import type { Consumer } from '../ground/kernel/consumer.ts'
import type { PasswordCost, SettleTimes } from '../ground/kernel/context.ts'
import { makeCursors } from '../ground/kernel/cursor.ts'
import type { Readiness } from '../ground/kernel/readiness.ts'
import { changeVersion } from '../ground/store/change-version.ts'
import { type SharedClock, sharedClock } from '../ground/store/portable.ts'
import { activeProject, findActiveProject } from '../people/accounts/active-project.ts'
import { makeAuthenticator } from '../people/identity/authenticate.ts'
import { PASSWORD_COST } from '../people/identity/password.ts'
import { makeSignInThrottle } from '../people/identity/sign-in-throttle.ts'
import { countSearch } from '../people/plans/count-search.ts'
import { planOf } from '../people/plans/plan-of.ts'
import { webhookConsumer } from '../upkeep/notifications/queue.ts'
import { makeRefusedUploads } from '../uploads/refused-uploads/refused-uploads.ts'
import type { Config } from './config.ts'
import { makeVerbs, type VerbParts } from './verbs.ts'

/** The consumers of the outbox. */
export const eventConsumers = ({
  store,
  bus,
  baseUrl,
  log,
}: Pick<AppParts, 'store' | 'bus' | 'baseUrl' | 'log'>): Consumer[] => [
  {
    name: 'log',
    kinds: ['execution.settled'],
    handle: ({ kind, payload }) => log({ level: 'info', event: kind, ...payload }),
  },
  webhookConsumer(store, baseUrl),
  ...busConsumers({ bus }),
]

/** Limits bodies without a credential, by address. */
const STRANGERS = { atOnce: 10, memoryBytes: 8 * 1024 * 1024, waitMs: 5_000 }

/** Streams of changes that one credential, and one organization, may keep open over MCP. */
const MCP_STREAMS = 8
const MCP_STREAMS_OF_ORGANIZATION = 1_000

/** The components of the app. */
export interface AppParts extends Omit<VerbParts, 'channels' | 'time'> {
  /** The shared clock of the database's servers; the database's own unless given. */
  sharedClock?: SharedClock
  config: VerbParts['config'] &
    Pick<Config, 'rateLimits' | 'proxies' | 'uploads' | 'busStreams' | keyof SettleTimes> & {
      artifacts: Pick<Config['artifacts'], 'downloads'> & Partial<Pick<Config['artifacts'], 'origin'>>
      /** The configured public address; null: only where the server listens is known. */
      baseUrl?: Config['baseUrl']
    } & {
      /** Signs addresses of artifacts; the database's own secret if absent. */
      secret?: Config['secret']
    }
  /** The server's public address, without a slash at the end. */
  baseUrl: string
  readiness: Readiness
  isDraining: () => boolean
  /** What is out of order although the server serves; null for nothing. */
  problem?: () => string | null
  /** None unless given. */
  dashboard?: Dashboard
  /** For passwords that are stored from now on; the server's own unless given. */
  passwordCost?: PasswordCost
  /** None unless given. */
  packages?: Packages
  /** Called with each answered request; nobody counts them unless given. */
  noteRequest?: NoteRequest
  /** Milliseconds that only grow, for streams of messages. */
  liveTimer?: () => number
  /** Handles MCP requests, for tests of the protocol; the server's own tools unless given. */
  mcpBehind?: Behind
}

/** The verbs, with REST and MCP as their transports. */
export function makeApp(parts: AppParts) {
  const { store, clock, cursorKey, config, baseUrl } = parts
  const app = new Hono<RestEnv>({ router: new PathRouter() })
  if (parts.noteRequest)
    app.use(
      '*',
      noteRequests(parts.noteRequest, () => performance.now()),
    )
  const limits = makeRateLimits(config.rateLimits, clock)
  const authenticator = makeAuthenticator({ store, clock })
  const time = parts.sharedClock ?? sharedClock(store.dialect, clock)
  const channels = openLiveChannels({
    bus: parts.bus,
    clock,
    log: parts.log,
    isKnown: (error, doing) => parts.readiness.note(error, doing) !== null,
    ...(parts.liveTimer && { timer: parts.liveTimer }),
  })
  const verbs = makeVerbs({ ...parts, channels, time })
  const refusals = makeRefusedUploads(store, clock)
  const idle = async () => void (await Promise.all([authenticator.idle(), refusals.idle()]))
  const server = { store, clock, cursorKey, baseUrl, times: config }
  const { origin = null } = config.artifacts
  const { baseUrl: publicUrl = null } = config
  const addresses = origin && makeArtifactAddresses(origin, config.secret ?? cursorKey, clock)
  let artifactsApp: Hono<RestEnv> | null = null
  if (origin)
    app.use('*', async (c, next) => {
      if (artifactsApp === null || !isOnOrigin(c, origin)) return next()
      return artifactsApp.fetch(c.req.raw, c.env)
    })
  const intake = makeIntake(config.uploads)
  const rest = mountRest(app, verbs, {
    ...parts,
    server: { ...server, bodies: { known: intake, strangers: makeIntake(STRANGERS) } },
    limits,
    authenticator,
    signInThrottle: makeSignInThrottle({
      store,
      time,
      signIns: config.rateLimits.signIns,
      wrongPasswords: config.rateLimits.wrongPasswords,
    }),
    passwordCost: parts.passwordCost ?? PASSWORD_COST,
    proxies: config.proxies,
    addresses: addresses || null,
    publicUrl,
    downloads: config.artifacts.downloads,
    noteRefusal: refusals.note,
    busStream: {
      limits: {
        credential: makeConcurrencyLimit(config.busStreams.credential),
        organization: makeConcurrencyLimit(config.busStreams.organization),
      },
      open: openStream(channels.live),
    },
  })
  const dashboard = parts.dashboard ?? NO_DASHBOARD
  mountWeb(app, dashboard, origin)
  if (addresses) {
    const { readiness } = parts
    artifactsApp = signedArtifacts({ ...rest.artifacts, addresses, authenticator, readiness })
    mountTraceViewer(artifactsApp, dashboard, new URL(baseUrl).origin)
  }
  mountPackages(app, parts.packages ?? NO_PACKAGES)
  const streams = makeConcurrencyLimit(MCP_STREAMS)
  const streamsOfOrganization = makeConcurrencyLimit(MCP_STREAMS_OF_ORGANIZATION)
  const inboxesOf = callerInboxes(channels.watch, channels.failed)
  const mcp = mountMcp(app, {
    ...parts,
    server,
    authenticator,
    operations: verbs.organizations,
    projects: { activeProject, findActiveProject },
    keeping: {
      versionOf: ({ organizationId }, projectId) =>
        projectId === null
          ? changeVersion(store.read, store.dialect, { organizationId })
          : changeVersion(store.lookup, store.dialect, { projectId }),
      mayHoldFailure: (caller, projectId) => mayHoldFailure({ store, caller }, projectId),
    },
    limits: {
      requests: { free: limits.mcpFree, pro: limits.mcpPro, enterprise: null },
      messages: limits.mcpMessages,
      clock,
      planOf: (caller) => planOf({ store, caller }),
      countSearch: (caller, plan, search) => countSearch({ store, caller }, { plan, time, search }),
    },
    inboxesOf: (asker, recheck) =>
      inboxesOf(
        { ...server, ...asker, cursors: makeCursors(cursorKey, asker.caller.organizationId, '') },
        recheck,
      ),
    takeStream: ({ credential, organizationId }) => {
      const one = streams.take(credential)
      const other = one && streamsOfOrganization.take(String(organizationId))
      if (!one || !other) {
        one?.()
        return null
      }
      return () => {
        one()
        other()
      }
    },
    refused: (c, refusal) => countFailure(c, limits, clientAddress(c, config.proxies), refusal),
    readBody: async (c, sender, afterWait) => {
      const limitBytes = LIMITS.mcpRequestBytes
      const { bytes, release } = await readBody(c, { limitBytes, intake, sender, afterWait })
      return { bytes, leave: release }
    },
    leaving: leavingOf,
    ...(parts.mcpBehind && { behind: parts.mcpBehind }),
  })
  mountNoPage(app, dashboard, origin)
  return {
    fetch: app.fetch,
    request: app.request,
    routes: app.routes,
    limits,
    idle,
    bus: parts.bus,
    /** The open streams and waiting requests of agents. */
    channels,
    drain() {
      rest.drain()
      mcp.drain()
      channels.drain()
    },
    /** Ends all streams, and the watch of inboxes. */
    async close() {
      await channels.close()
      await idle()
    },
  }
}
