import {
  artifactOperations,
  authOperations,
  badgeOperations,
  ciOperations,
  deletionOperations,
  exchangeOperations,
  executionOperations,
  failureOperations,
  identityOperations,
  insightOperations,
  keyOperations,
  metricsOperations,
  notificationOperations,
  oidcOperations,
  organizationOperations,
  ownOrganizationOperations,
  peopleOperations,
  projectOperations,
  pullRequestOperations,
  renameOperations,
  retentionOperations,
  testOperations,
} from '@svc/schema'
import { Hono } from 'hono'
import { answersOffThread } from './answers/off-thread.ts'
import { declareArtifacts } from './artifacts/declare.ts'
import { describeAttachments } from './artifacts/describe.ts'
import { listArtifacts } from './artifacts/list.ts'
import type { Artifacts } from './artifacts/open.ts'
import { findArtifact } from './artifacts/read.ts'
import { receivePiece, uploadState } from './artifacts/receive.ts'
import { deleteBadge, getBadge, makeBadge } from './badge/badges.ts'
import { drawBadge } from './badge/draw.ts'
import { readStanding } from './badge/standing.ts'
import { addFacts } from './ci/add-facts.ts'
import type { Config } from './config.ts'
import { deleteExecution } from './deletion/delete-execution.ts'
import { deleteOrganization } from './deletion/delete-organization.ts'
import { deleteProject } from './deletion/delete-project.ts'
import { executionDetail } from './executions/detail.ts'
import { listExecutions } from './executions/list.ts'
import { settleExecution } from './executions/settle-now.ts'
import { getFailure } from './failures/get-failure.ts'
import { listFailures } from './failures/list-failures.ts'
import { listFlakyTests } from './history/flaky-tests.ts'
import { getTest } from './history/get-test.ts'
import { listProjects } from './history/list-projects.ts'
import { listTests } from './history/list-tests.ts'
import { getMetrics } from './history/metrics.ts'
import { getMonitorSettings, setMonitorSettings } from './history/monitor-settings.ts'
import { getTrends } from './history/trends.ts'
import { listAudit } from './identity/audit.ts'
import { makeAuthenticator } from './identity/authenticate.ts'
import { makeBrakes } from './identity/brakes.ts'
import { createKey } from './identity/create-key.ts'
import { createInvitation, listInvitations, withdrawInvitation } from './identity/invitations.ts'
import { acceptInvitation, joinWithInvitation, readInvitation } from './identity/join.ts'
import { listKeys } from './identity/list-keys.ts'
import { changeRole, listMemberCredentials, listMembers, removeMember } from './identity/members.ts'
import { createOrganization, listOrganizations, updateOrganization } from './identity/organizations.ts'
import { changePassword, updatePerson } from './identity/own-account.ts'
import {
  listSessions,
  renewToken,
  revokeOtherSessions,
  revokeSession,
  signOut,
} from './identity/own-sessions.ts'
import { revokeKey } from './identity/revoke-key.ts'
import { setPassword } from './identity/set-password.ts'
import { signIn } from './identity/sign-in.ts'
import { whoAmI } from './identity/who-am-i.ts'
import type { IngestExecutor } from './ingest/executor.ts'
import type { Clock } from './kernel/clock.ts'
import type { SettleTimes } from './kernel/context.ts'
import type { Subscription } from './kernel/events.ts'
import type { Log } from './kernel/log.ts'
import type { Readiness } from './kernel/readiness.ts'
import type { Wake } from './kernel/wake.ts'
import { listDeliveries, testWebhook } from './notifications/deliveries.ts'
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './notifications/webhooks.ts'
import { exchangeToken } from './oidc/exchange-token.ts'
import type { Issuers } from './oidc/issuers.ts'
import { createTrust, deleteTrust, listTrusts } from './oidc/trusts.ts'
import { confirmRenames } from './renames/confirm-renames.ts'
import { listRenames } from './renames/list-renames.ts'
import { undoRename } from './renames/undo-rename.ts'
import { mountArtifacts } from './rest/artifacts.ts'
import { authenticate, inOrganization } from './rest/authenticate.ts'
import { mountBadge } from './rest/badge.ts'
import type { RestEnv } from './rest/env.ts'
import { mountExecutionDetail } from './rest/execution-detail.ts'
import { mountHealth } from './rest/health.ts'
import { mountIngest } from './rest/ingest.ts'
import { makeIntake } from './rest/intake.ts'
import { mountPages } from './rest/pages.ts'
import { mountPersonalOperations, mountPublicOperations } from './rest/people.ts'
import { mountProblems } from './rest/problem-response.ts'
import { makeRateLimits, rateLimit } from './rest/rate-limit.ts'
import { mountReference } from './rest/reference.ts'
import { mountOperations, type ServerContext } from './rest/routes.ts'
import { makeSessionCookie } from './rest/session-cookie.ts'
import { makeSlots } from './rest/slots.ts'
import { mountTestResults } from './rest/test-results.ts'
import { getRetention, setRetention } from './retention/settings.ts'
import type { Store } from './store/open.ts'
import { type SharedClock, sharedClock } from './store/portable.ts'
import { tellOutbox } from './wake/tell-outbox.ts'

/** What happens when something has happened. */
export const subscriptions = (log: Log): Subscription[] => [
  {
    name: 'log',
    kind: 'execution.settled',
    handle: ({ kind, payload }) => log({ level: 'info', event: kind, ...payload }),
  },
]

/** Bodies of those without a credential, by address. */
const STRANGERS = { atOnce: 10, memoryBytes: 8 * 1024 * 1024, waitMs: 5_000 }

/** What the app is made of. */
export interface AppParts {
  store: Store
  clock: Clock
  /** What all servers of the database go by; the database's own unless given. */
  sharedClock?: SharedClock
  log: Log
  ingest: IngestExecutor
  artifacts: Artifacts
  config: Pick<
    Config,
    'rateLimits' | 'proxies' | 'retention' | 'uploads' | 'webhooks' | 'organizations' | keyof SettleTimes
  > & {
    artifacts: Pick<Config['artifacts'], 'downloads'>
  }
  issuers: Issuers
  wake: Wake
  /** See `readCursorKey`. */
  cursorKey: string
  /** Where people reach this server, without a slash at the end. */
  baseUrl: string
  readiness: Readiness
  isDraining: () => boolean
}

/** Everything this server does, door by door. */
export function makeApp(parts: AppParts) {
  const { store, clock, log, ingest, artifacts, config, issuers, baseUrl, readiness, isDraining } = parts
  const app = new Hono<RestEnv>()
  const bodies = { known: makeIntake(config.uploads), strangers: makeIntake(STRANGERS) }
  const server: ServerContext = { store, clock, cursorKey: parts.cursorKey, baseUrl, times: config, bodies }
  const { results, verb } = answersOffThread(store, parts.cursorKey)
  const limits = makeRateLimits(config.rateLimits, clock)
  const authenticator = makeAuthenticator({ store, clock })

  mountProblems(app, log, readiness)
  mountHealth(app, readiness, isDraining)
  mountPages(app, baseUrl)
  mountReference(app, baseUrl)

  const { proxies } = config
  mountBadge(app, {
    limits,
    proxies,
    async draw(asked) {
      const standing = await readStanding(store, asked)
      return standing && drawBadge(standing, asked.suite)
    },
  })
  const cookie = makeSessionCookie(baseUrl)
  const brakes = makeBrakes({
    store,
    time: parts.sharedClock ?? sharedClock(store.dialect, clock),
    signIns: config.rateLimits.signIns,
    wrongPasswords: config.rateLimits.wrongPasswords,
  })
  const people = { server, brakes, proxies, cookie }
  mountPublicOperations(app, people, authOperations, {
    signIn,
    setPassword,
    readInvitation,
    joinWithInvitation,
  })

  mountPublicOperations(app, people, exchangeOperations, { exchangeToken: exchangeToken({ issuers, log }) })

  app.use('/api/*', authenticate({ authenticator, limits, proxies, cookie, clock }), rateLimit(limits))
  mountPersonalOperations(app, people, identityOperations, { whoAmI })
  mountPersonalOperations(app, people, peopleOperations, {
    signOut,
    listSessions,
    revokeSession,
    revokeOtherSessions,
    renewToken,
    changePassword,
    updatePerson,
    acceptInvitation,
  })
  mountPersonalOperations(app, people, ownOrganizationOperations, {
    listOrganizations,
    createOrganization: createOrganization(config.organizations),
  })

  const { wake } = parts
  const executor: IngestExecutor = {
    apply: tellOutbox(
      wake,
      (job) => ingest.apply(job),
      ({ receipt }) => receipt.execution,
    ),
    close: () => ingest.close(),
  }
  // From here on a request is about one organization.
  app.use('/api/*', inOrganization(authenticator))
  mountIngest(app, { server, executor, limits })
  mountTestResults(app, { server, executor, limits })
  mountOperations(app, server, executionOperations, {
    listExecutions,
    settleExecution: tellOutbox(wake, settleExecution, (execution) => execution),
  })
  const describe = describeAttachments(artifacts.files)
  mountExecutionDetail(app, server, (ctx, wanted) => executionDetail(ctx, wanted, describe, results), {
    log,
    readiness,
  })
  mountOperations(app, server, artifactOperations, {
    declareArtifacts: declareArtifacts(artifacts),
    listArtifacts: listArtifacts(artifacts.files),
  })
  mountArtifacts(app, {
    server,
    limits,
    log,
    downloads: makeSlots(config.artifacts.downloads),
    find: (ctx, id) => findArtifact(ctx, artifacts.files, id),
    uploadState: (ctx, id) => uploadState(ctx, artifacts, id),
    receive: (ctx, piece) => receivePiece(ctx, artifacts, piece),
  })
  mountOperations(app, server, metricsOperations, { getMetrics, getTrends })
  mountOperations(app, server, testOperations, {
    listFlakyTests,
    listTests,
    getTest,
    getMonitorSettings,
    setMonitorSettings,
  })
  mountOperations(app, server, projectOperations, { listProjects })
  mountOperations(app, server, insightOperations, {
    compareExecutions: verb('compareExecutions', insightOperations.compareExecutions),
  })
  mountOperations(app, server, failureOperations, { listFailures, getFailure })
  mountOperations(app, server, renameOperations, { listRenames, confirmRenames, undoRename })
  mountOperations(app, server, pullRequestOperations, {
    getPullRequest: verb('getPullRequest', pullRequestOperations.getPullRequest),
  })
  mountOperations(app, server, ciOperations, {
    addFacts: tellOutbox(wake, addFacts, (execution) => execution),
    getReport: verb('getReport', ciOperations.getReport),
  })
  mountOperations(app, server, badgeOperations, { getBadge, makeBadge, deleteBadge })
  mountOperations(app, server, notificationOperations, {
    listWebhooks,
    createWebhook: createWebhook(config.webhooks),
    updateWebhook,
    deleteWebhook,
    testWebhook: testWebhook({ ...config.webhooks, log }),
    listDeliveries,
  })
  mountOperations(app, server, keyOperations, { listKeys, createKey, revokeKey })
  mountOperations(app, server, oidcOperations, {
    listTrusts: listTrusts(issuers),
    createTrust: createTrust(issuers),
    deleteTrust,
  })
  mountOperations(app, server, deletionOperations, { deleteExecution, deleteProject, deleteOrganization })
  mountOperations(app, server, organizationOperations, {
    updateOrganization,
    listMembers,
    changeRole,
    removeMember,
    listMemberCredentials,
    listInvitations,
    createInvitation,
    withdrawInvitation,
    listAudit,
  })
  mountOperations(app, server, retentionOperations, {
    getRetention: getRetention(config.retention),
    setRetention: setRetention(config.retention),
  })

  return { fetch: app.fetch, request: app.request, routes: app.routes, limits, idle: authenticator.idle }
}
