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
  experimentRoutes,
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
import type { BusParts } from '../agents/bus/dependencies.ts'
import {
  failuresWithLeases,
  failureWithLease,
  findLeases,
  flakyTestsWithLeases,
} from '../agents/bus/find-leases.ts'
import type { LiveChannels } from '../agents/bus/live/live-channels.ts'
import { busVerbs } from '../agents/bus/verbs.ts'
import type { VectorSearch } from '../agents/knowledge/search/vector-search.ts'
import type { DocumentReader } from '../agents/knowledge/write-document.ts'
import { deleteBadge, getBadge, makeBadge } from '../answers/badge/badges.ts'
import { type BranchQuery, readBranchStatus } from '../answers/badge/branch-status.ts'
import { drawBadge } from '../answers/badge/draw.ts'
import { addFacts } from '../answers/ci/add-facts.ts'
import { find } from '../answers/find/find.ts'
import { makeOffload } from '../answers/offload/workers.ts'
import type { Clock } from '../ground/kernel/clock.ts'
import type { Context } from '../ground/kernel/context.ts'
import { loadOnce } from '../ground/kernel/load-once.ts'
import type { Log } from '../ground/kernel/log.ts'
import { bind, bindLater, bindPersonal, bindPublic } from '../ground/kernel/operation-handlers.ts'
import type { Wake } from '../ground/kernel/wake.ts'
import type { Store } from '../ground/store/open.ts'
import type { SharedClock } from '../ground/store/portable.ts'
import { ofAnybody, ofCaller, ofOrganization, tellAccess } from '../ground/wake/tell-access.ts'
import { tellOutbox } from '../ground/wake/tell-outbox.ts'
import { recordCulprit } from '../history/failures/record-culprit.ts'
import { getMetrics, getTrends } from '../history/metrics/metrics.ts'
import { listSuites } from '../history/metrics/suites.ts'
import { getMonitorSettings, setMonitorSettings } from '../history/monitors/settings.ts'
import { confirmRenames, listRenames, undoRename } from '../history/renames/renames.ts'
import { getTest } from '../history/tests/get-test.ts'
import { useUploadedProject } from '../people/accounts/active-project.ts'
import { listAccounts } from '../people/accounts/list-accounts.ts'
import { switchAccount } from '../people/accounts/switch-account.ts'
import { listAudit } from '../people/identity/audit.ts'
import { createInvitation, listInvitations, withdrawInvitation } from '../people/identity/invitations.ts'
import { acceptInvitation, joinWithInvitation, readInvitation } from '../people/identity/join.ts'
import { createKey, revokeKey } from '../people/identity/keys.ts'
import { listKeys } from '../people/identity/list-keys.ts'
import { changeRole, listMemberCredentials, listMembers, removeMember } from '../people/identity/members.ts'
import {
  createOrganization,
  listOrganizations,
  updateOrganization,
} from '../people/identity/organizations.ts'
import { changePassword, updatePerson } from '../people/identity/own-account.ts'
import {
  listSessions,
  renewToken,
  revokeOtherSessions,
  revokeSession,
  signOut,
} from '../people/identity/own-sessions.ts'
import { setPassword } from '../people/identity/set-password.ts'
import { signIn } from '../people/identity/sign-in.ts'
import { whoAmI } from '../people/identity/who-am-i.ts'
import { exchangeToken } from '../people/oidc/exchange-token.ts'
import type { Issuers } from '../people/oidc/issuers.ts'
import { createTrust, deleteTrust, listTrusts } from '../people/oidc/trusts.ts'
import { updateTrust } from '../people/oidc/update-trust.ts'
import { getLimits } from '../people/plans/get-limits.ts'
import { readChanges } from '../people/projects/read-changes.ts'
import { recentProjects } from '../people/projects/recent-projects.ts'
import { updateProject } from '../people/projects/update-project.ts'
import { listProjects } from '../people/projects/visible-projects.ts'
import { declareArtifacts } from '../results/artifacts/declare.ts'
import { findArtifact } from '../results/artifacts/find-artifact.ts'
import { describeAttachments, listArtifacts } from '../results/artifacts/list.ts'
import type { Artifacts } from '../results/artifacts/open.ts'
import { type Piece, receivePiece, uploadState } from '../results/artifacts/receive.ts'
import { listExecutions } from '../results/executions/list.ts'
import { readProgress } from '../results/executions/progress.ts'
import { listExperiments } from '../results/experiments/list-experiments.ts'
import { type DetailWanted, executionDetail } from '../results/results/detail.ts'
import { versionOfResults } from '../results/results/list-results.ts'
import { deleteOrganization, deleteProject } from '../upkeep/deletion/delete.ts'
import { deleteExecution } from '../upkeep/deletion/delete-execution.ts'
import { listDeliveries, testWebhook } from '../upkeep/notifications/deliveries.ts'
import { resendDeliveries } from '../upkeep/notifications/resend.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
} from '../upkeep/notifications/webhooks.ts'
import { getRetention, setRetention } from '../upkeep/retention/periods.ts'
import { sendExperiments } from '../uploads/experiments/send-experiments.ts'
import type { UploadProcessor } from '../uploads/ingest/upload-processor.ts'
import { listRefusedUploads } from '../uploads/refused-uploads/refused-uploads.ts'
import { settleExecution } from '../uploads/settlement/settle-on-request.ts'
import type { Config } from './config.ts'
import { type NoteVerdicts, noteVerdicts } from './note-verdicts.ts'

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
  /** Called with the verdicts of each answered comparison; nobody counts them unless given. */
  noteVerdicts?: NoteVerdicts
}

/** Everything that this server does, operation by operation. Transports mount it; it knows none of them. */
export function makeVerbs(parts: VerbParts) {
  const { store, log, ingest, artifacts, config, issuers, wake, cursorKey } = parts
  const { results, verb } = makeOffload(store, cursorKey)
  const describe = describeAttachments(artifacts.files)
  const leasesOf = findLeases(parts)
  const knowledge = loadOnce(async () => (await import('../agents/knowledge/verbs.ts')).knowledgeVerbs(parts))
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
      ...busVerbs(parts),
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
        listFlakyTests: flakyTestsWithLeases(
          leasesOf,
          verb('listFlakyTests', testRoutes.rows.listFlakyTests),
        ),
        listOwners: verb('listOwners', testRoutes.rows.listOwners),
        listTests: verb('listTests', testRoutes.rows.listTests),
        getTest,
        getMonitorSettings,
        setMonitorSettings,
      }),
      bind(projectRoutes, { listProjects, updateProject }),
      bind(limitRoutes, { getLimits: getLimits({ ...config, artifacts: artifacts.limits }) }),
      bind(refusedUploadRoutes, { listRefusedUploads }),
      bind(accountRoutes, { listAccounts, switchAccount }),
      bind(comparisonRoutes, {
        compareExecutions: noteVerdicts(
          verb('compareExecutions', comparisonRoutes.rows.compareExecutions),
          parts.noteVerdicts,
        ),
        listExecutionFailures: verb('listExecutionFailures', comparisonRoutes.rows.listExecutionFailures),
      }),
      bind(failureRoutes, {
        listFailures: failuresWithLeases(leasesOf, verb('listFailures', failureRoutes.rows.listFailures)),
        getFailure: failureWithLease(leasesOf, verb('getFailure', failureRoutes.rows.getFailure)),
        recordCulprit,
      }),
      bindLater(failureContextRoutes, async () => {
        const { failureContextVerbs } = await import('../answers/failure-context/verbs.ts')
        const { relatedDocuments } = await import('../agents/knowledge/search/related-documents.ts')
        return failureContextVerbs({
          files: artifacts.files,
          gather: verb('gatherFailures', failureContextRoutes.rows.getFailureContext),
          searchDocuments: relatedDocuments(parts.vectors),
          searchByWords: relatedDocuments(null),
          findLeases: leasesOf,
        })
      }),
      bind(experimentRoutes, { sendExperiments, listExperiments }),
      bind(renameRoutes, { listRenames, confirmRenames, undoRename }),
      bind(pullRequestRoutes, {
        getPullRequest: verb('getPullRequest', pullRequestRoutes.rows.getPullRequest),
        listPullRequests: verb('listPullRequests', pullRequestRoutes.rows.listPullRequests),
      }),
      bind(overviewRoutes, {
        getOverview: verb('getOverview', overviewRoutes.rows.getOverview),
        getHome: verb('getHome', overviewRoutes.rows.getHome),
        getWall: verb('getWall', overviewRoutes.rows.getWall),
      }),
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
          async (job, check) => {
            const ingested = await ingest.apply(job, check)
            if (ingested.started) await useUploadedProject(store, job, ingested.projectId)
            return ingested
          },
          ({ receipt }) => receipt.execution,
        ),
        settle: (order, check) => ingest.settle(order, check),
        close: () => ingest.close(),
      } satisfies UploadProcessor as UploadProcessor,
      readDetail: (ctx: Context, wanted: DetailWanted) => executionDetail(ctx, wanted, describe, results),
      readProgress,
      readChanges,
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
