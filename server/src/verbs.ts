import {
  accountRoutes,
  artifactRoutes,
  authRoutes,
  badgeRoutes,
  ciRoutes,
  comparisonRoutes,
  deletionRoutes,
  documentRoutes,
  exchangeRoutes,
  executionRoutes,
  failureContextRoutes,
  failureRoutes,
  findRoutes,
  guidelineRoutes,
  identityRoutes,
  keyRoutes,
  limitRoutes,
  metricsRoutes,
  notificationRoutes,
  oidcRoutes,
  organizationRoutes,
  overviewRoutes,
  ownOrganizationRoutes,
  peopleRoutes,
  projectRoutes,
  proposalRoutes,
  pullRequestRoutes,
  refusedUploadRoutes,
  renameRoutes,
  retentionRoutes,
  searchRoutes,
  templateRoutes,
  testRoutes,
} from '@svc/schema'
import { listAccounts } from './accounts/list-accounts.ts'
import { switchAccount } from './accounts/switch-account.ts'
import { declareArtifacts } from './artifacts/declare.ts'
import { describeAttachments } from './artifacts/describe.ts'
import { findArtifact } from './artifacts/find-artifact.ts'
import { listArtifacts } from './artifacts/list.ts'
import type { Artifacts } from './artifacts/open.ts'
import { type Piece, receivePiece, uploadState } from './artifacts/receive.ts'
import { deleteBadge, getBadge, makeBadge } from './badge/badges.ts'
import { type BranchQuery, readBranchStatus } from './badge/branch-status.ts'
import { drawBadge } from './badge/draw.ts'
import type { BusParts } from './bus/dependencies.ts'
import { findLeases } from './bus/find-leases.ts'
import type { LiveChannels } from './bus/live/live-channels.ts'
import { busVerbs } from './bus/verbs.ts'
import { failuresWithLeases, failureWithLease, flakyTestsWithLeases } from './bus/with-leases.ts'
import { addFacts } from './ci/add-facts.ts'
import type { Config } from './config.ts'
import { deleteExecution } from './deletion/delete-execution.ts'
import { deleteOrganization } from './deletion/delete-organization.ts'
import { deleteProject } from './deletion/delete-project.ts'
import { listExecutions } from './executions/list.ts'
import { readProgress } from './executions/progress.ts'
import { getFailure } from './failures/get-failure.ts'
import { find } from './find/find.ts'
import { listAudit } from './identity/audit.ts'
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
import type { UploadProcessor } from './ingest/upload-processor.ts'
import type { Clock } from './kernel/clock.ts'
import type { Context } from './kernel/context.ts'
import { loadOnce } from './kernel/load-once.ts'
import type { Log } from './kernel/log.ts'
import { bind, bindLater, bindPersonal, bindPublic } from './kernel/operation-handlers.ts'
import type { Wake } from './kernel/wake.ts'
import type { VectorSearch } from './knowledge/search/vector-search.ts'
import type { DocumentReader } from './knowledge/write-document.ts'
import { getMetrics } from './metrics/metrics.ts'
import { listSuites } from './metrics/suites.ts'
import { getTrends } from './metrics/trends.ts'
import { getMonitorSettings, setMonitorSettings } from './monitors/settings.ts'
import { listDeliveries, testWebhook } from './notifications/deliveries.ts'
import { resendDeliveries } from './notifications/resend.ts'
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './notifications/webhooks.ts'
import { makeOffload } from './offload/large-answers.ts'
import { exchangeToken } from './oidc/exchange-token.ts'
import type { Issuers } from './oidc/issuers.ts'
import { createTrust, deleteTrust, listTrusts } from './oidc/trusts.ts'
import { updateTrust } from './oidc/update-trust.ts'
import { getLimits } from './plans/get-limits.ts'
import { listProjects } from './projects/list-projects.ts'
import { recentProjects } from './projects/recent-projects.ts'
import { updateProject } from './projects/update-project.ts'
import { listRefusedUploads } from './refused-uploads/refused-uploads.ts'
import { confirmRenames } from './renames/confirm-renames.ts'
import { listRenames } from './renames/list-renames.ts'
import { undoRename } from './renames/undo-rename.ts'
import { type DetailWanted, executionDetail } from './results/detail.ts'
import { versionOfResults } from './results/list-results.ts'
import { getRetention, setRetention } from './retention/settings.ts'
import { settleExecution } from './settlement/settle-on-request.ts'
import type { Store } from './store/open.ts'
import type { SharedClock } from './store/portable.ts'
import { listFlakyTests } from './tests/flaky-tests.ts'
import { getTest } from './tests/get-test.ts'
import { listTests } from './tests/list-tests.ts'
import { ofAnybody, ofCaller, ofOrganization, tellAccess } from './wake/tell-access.ts'
import { tellOutbox } from './wake/tell-outbox.ts'

/** The objects that verbs are created with, besides the context of each call. */
export interface VerbParts {
  store: Store
  log: Log
  ingest: UploadProcessor
  artifacts: Artifacts
  config: Pick<Config, 'retention' | 'webhooks' | 'organizations' | 'rateLimits'>
  issuers: Issuers
  wake: Wake
  /** Reads Markdown. */
  documents: DocumentReader
  /** Null if no embedding model is configured. */
  vectors: VectorSearch | null
  /** Streams and waiting requests of agents. */
  channels: LiveChannels
  /** Signs and stores messages between agents. */
  bus: BusParts
  clock: Clock
  /** The clock that all servers of the database share. */
  time: SharedClock
  /** See `readCursorKey`. */
  cursorKey: string
}

/** Everything that this server does, operation by operation. Transports mount it; it knows none of them. */
export function makeVerbs(parts: VerbParts) {
  const { store, log, ingest, artifacts, config, issuers, wake, cursorKey } = parts
  const { results, verb } = makeOffload(store, cursorKey)
  const describe = describeAttachments(artifacts.files)
  const leasesOf = findLeases(parts)
  const knowledge = loadOnce(async () => (await import('./knowledge/verbs.ts')).knowledgeVerbs(parts))
  return {
    /** For senders without a credential. */
    visitors: [
      bindPublic(authRoutes, {
        signIn,
        setPassword: tellAccess(wake, setPassword, ofAnybody),
        readInvitation,
        joinWithInvitation,
      }),
      bindPublic(exchangeRoutes, { exchangeToken: exchangeToken({ issuers, log }) }),
    ],

    /** For a person or a key, outside any organization. */
    people: [
      bindPersonal(identityRoutes, {
        whoAmI: whoAmI({
          recentProjects,
          features: {
            knowledge: true,
            bus: true,
            embeddings: parts.vectors !== null,
            organizations: config.organizations,
          },
        }),
      }),
      bindPersonal(peopleRoutes, {
        signOut: tellAccess(wake, signOut, ofCaller),
        listSessions,
        revokeSession: tellAccess(wake, revokeSession, ofCaller),
        revokeOtherSessions: tellAccess(wake, revokeOtherSessions, ofCaller),
        renewToken,
        changePassword: tellAccess(wake, changePassword, ofCaller),
        updatePerson,
        acceptInvitation,
      }),
      bindPersonal(ownOrganizationRoutes, {
        listOrganizations,
        createOrganization: createOrganization(config.organizations),
      }),
    ],

    /** Each concerns one organization. */
    organizations: [
      ...busVerbs({ ...parts, webhooks: config.webhooks }),
      bindLater(searchRoutes, async () => (await knowledge()).search),
      bindLater(documentRoutes, async () => (await knowledge()).documents),
      bindLater(proposalRoutes, async () => (await knowledge()).proposals),
      bindLater(guidelineRoutes, async () => (await knowledge()).guidelines),
      bindLater(templateRoutes, async () => (await knowledge()).templates),
      bind(
        executionRoutes,
        {
          listExecutions,
          listResults: verb('listResults', executionRoutes.rows.listResults),
          settleExecution: tellOutbox(wake, settleExecution(ingest), (execution) => execution),
        },
        { listResults: ({ ctx, input }) => versionOfResults(ctx, input) },
      ),
      bind(artifactRoutes, {
        declareArtifacts: declareArtifacts(artifacts),
        listArtifacts: listArtifacts(artifacts.files),
      }),
      bind(metricsRoutes, { getMetrics, listSuites, getTrends }),
      bind(testRoutes, {
        listFlakyTests: flakyTestsWithLeases(leasesOf, listFlakyTests),
        listTests,
        getTest,
        getMonitorSettings,
        setMonitorSettings,
      }),
      bind(projectRoutes, { listProjects, updateProject }),
      bind(limitRoutes, { getLimits: getLimits({ ...config, artifacts: artifacts.limits }) }),
      bind(refusedUploadRoutes, { listRefusedUploads }),
      bind(accountRoutes, { listAccounts, switchAccount }),
      bind(comparisonRoutes, {
        compareExecutions: verb('compareExecutions', comparisonRoutes.rows.compareExecutions),
      }),
      bind(failureRoutes, {
        listFailures: failuresWithLeases(leasesOf, verb('listFailures', failureRoutes.rows.listFailures)),
        getFailure: failureWithLease(leasesOf, getFailure),
      }),
      bindLater(failureContextRoutes, async () => {
        const { failureContextVerbs } = await import('./failure-context/verbs.ts')
        const { relatedDocuments } = await import('./knowledge/search/related-documents.ts')
        return failureContextVerbs({
          files: artifacts.files,
          gather: verb('gatherFailures', failureContextRoutes.rows.getFailureContext),
          searchDocuments: relatedDocuments(parts.vectors),
          findLeases: leasesOf,
        })
      }),
      bind(renameRoutes, { listRenames, confirmRenames, undoRename }),
      bind(pullRequestRoutes, {
        getPullRequest: verb('getPullRequest', pullRequestRoutes.rows.getPullRequest),
        listPullRequests: verb('listPullRequests', pullRequestRoutes.rows.listPullRequests),
      }),
      bind(overviewRoutes, { getOverview: verb('getOverview', overviewRoutes.rows.getOverview) }),
      bind(findRoutes, { find }),
      bind(ciRoutes, {
        addFacts: tellOutbox(wake, addFacts(ingest), (execution) => execution),
        getReport: verb('getReport', ciRoutes.rows.getReport),
      }),
      bind(badgeRoutes, { getBadge, makeBadge, deleteBadge }),
      bind(notificationRoutes, {
        listWebhooks,
        createWebhook: createWebhook(config.webhooks),
        updateWebhook,
        deleteWebhook,
        testWebhook: testWebhook({ ...config.webhooks, log }),
        listDeliveries,
        resendDeliveries: resendDeliveries(wake),
      }),
      bind(keyRoutes, { listKeys, createKey, revokeKey: tellAccess(wake, revokeKey, ofOrganization) }),
      bind(oidcRoutes, {
        listTrusts: listTrusts(issuers),
        createTrust: createTrust(issuers),
        updateTrust: tellAccess(wake, updateTrust(issuers), ofOrganization),
        deleteTrust: tellAccess(wake, deleteTrust, ofOrganization),
      }),
      bind(deletionRoutes, {
        deleteExecution,
        deleteProject: tellAccess(wake, deleteProject, ofOrganization),
        deleteOrganization: tellAccess(wake, deleteOrganization, ofOrganization),
      }),
      bind(organizationRoutes, {
        updateOrganization,
        listMembers,
        changeRole: tellAccess(wake, changeRole, ofOrganization),
        removeMember: tellAccess(wake, removeMember, ofOrganization),
        listMemberCredentials,
        listInvitations,
        createInvitation,
        withdrawInvitation,
        listAudit,
      }),
      bind(retentionRoutes, {
        getRetention: getRetention(config.retention),
        setRetention: setRetention(config.retention),
      }),
    ],

    /** Streams of bytes, which no table describes. */
    streams: {
      processor: {
        apply: tellOutbox(
          wake,
          (job, check) => ingest.apply(job, check),
          ({ receipt }) => receipt.execution,
        ),
        settle: (order, check) => ingest.settle(order, check),
        close: () => ingest.close(),
      } satisfies UploadProcessor as UploadProcessor,
      readDetail: (ctx: Context, wanted: DetailWanted) => executionDetail(ctx, wanted, describe, results),
      readProgress,
      findArtifact: (ctx: Context, id: string) => findArtifact(ctx, artifacts.files, id),
      uploadState: (ctx: Context, id: string) => uploadState(ctx, artifacts, id),
      receivePiece: (ctx: Context, piece: Piece) => receivePiece(ctx, artifacts, piece),
      async drawBadge(query: BranchQuery) {
        const standing = await readBranchStatus(store, query)
        return standing && drawBadge(standing, query.suite)
      },
    },
  }
}
