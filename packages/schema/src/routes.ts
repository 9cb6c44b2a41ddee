// Made from the tables of operations by: npx -y pnpm@12 generate

import { publicRoutesOf, routesOf } from './route.ts'

export const accountRoutes = routesOf(
  {
    listAccounts: { method: 'GET', path: '/api/accounts', role: 'viewer', scope: 'any', isPage: true },
    switchAccount: { method: 'POST', path: '/api/accounts/active', role: 'viewer', scope: 'any' },
  },
  async () => (await import('./operations/accounts.ts')).accountOperations,
)

export const agentRoutes = routesOf(
  {
    registerAgent: { method: 'POST', path: '/api/bus/agents', role: 'viewer', scope: 'bus' },
    listAgents: { method: 'GET', path: '/api/bus/agents', role: 'viewer', scope: 'bus', isPage: true },
    getAgent: { method: 'GET', path: '/api/bus/agents/:id', role: 'viewer', scope: 'bus' },
    updateAgent: { method: 'POST', path: '/api/bus/agents/:id', role: 'viewer', scope: 'bus' },
    removeAgent: { method: 'DELETE', path: '/api/bus/agents/:id', role: 'viewer', scope: 'bus' },
    assignAgent: { method: 'PUT', path: '/api/bus/agents/:id/projects', role: 'viewer', scope: 'bus' },
    unassignAgent: { method: 'DELETE', path: '/api/bus/agents/:id/projects', role: 'viewer', scope: 'bus' },
    createAgentKey: { method: 'POST', path: '/api/bus/agents/:id/keys', role: 'viewer', scope: 'bus' },
    takeOverAgent: {
      method: 'POST',
      path: '/api/bus/agents/:id/take-over',
      role: 'admin',
      scope: 'admin',
      person: true,
    },
  },
  async () => (await import('./operations/agents.ts')).agentOperations,
)

export const artifactRoutes = routesOf(
  {
    declareArtifacts: { method: 'POST', path: '/api/artifacts', role: 'editor', scope: 'ingest' },
    listArtifacts: {
      method: 'GET',
      path: '/api/executions/:id/artifacts',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'id' },
      isPage: true,
    },
  },
  async () => (await import('./operations/artifacts.ts')).artifactOperations,
)

export const badgeRoutes = routesOf(
  {
    getBadge: {
      method: 'GET',
      path: '/api/projects/:slug/badge',
      role: 'viewer',
      scope: 'read',
      hasSecret: true,
    },
    makeBadge: { method: 'POST', path: '/api/projects/:slug/badge', role: 'editor', scope: 'ingest' },
    deleteBadge: { method: 'DELETE', path: '/api/projects/:slug/badge', role: 'editor', scope: 'ingest' },
  },
  async () => (await import('./operations/badge.ts')).badgeOperations,
)

export const busEventRoutes = routesOf(
  {
    subscribeToEvent: { method: 'POST', path: '/api/bus/subscriptions', role: 'viewer', scope: 'bus' },
    listSubscriptions: {
      method: 'GET',
      path: '/api/bus/subscriptions',
      role: 'viewer',
      scope: 'bus',
      isPage: true,
    },
    unsubscribe: { method: 'DELETE', path: '/api/bus/subscriptions/:id', role: 'viewer', scope: 'bus' },
    requestRerun: { method: 'POST', path: '/api/bus/reruns', role: 'viewer', scope: 'bus' },
    verifyFix: { method: 'POST', path: '/api/bus/fix-verifications', role: 'viewer', scope: 'bus' },
    listFixVerifications: {
      method: 'GET',
      path: '/api/bus/fix-verifications',
      role: 'viewer',
      scope: 'bus',
      isPage: true,
    },
    getFixVerification: {
      method: 'GET',
      path: '/api/bus/fix-verifications/:id',
      role: 'viewer',
      scope: 'bus',
    },
  },
  async () => (await import('./operations/bus-events.ts')).busEventOperations,
)

export const busLiveRoutes = routesOf(
  {
    acknowledgeMessages: { method: 'POST', path: '/api/bus/messages/ack', role: 'viewer', scope: 'bus' },
  },
  async () => (await import('./operations/bus-live.ts')).busLiveOperations,
)

export const ciRoutes = routesOf(
  {
    addFacts: { method: 'POST', path: '/api/executions/:id/facts', role: 'editor', scope: 'ingest' },
    getReport: {
      method: 'GET',
      path: '/api/executions/:id/report',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'id' },
    },
  },
  async () => (await import('./operations/ci.ts')).ciOperations,
)

export const comparisonRoutes = routesOf(
  {
    compareExecutions: {
      method: 'GET',
      path: '/api/compare',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'head' },
      revalidates: true,
    },
    listExecutionFailures: {
      method: 'GET',
      path: '/api/executions/:id/failures',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'id' },
      revalidates: true,
    },
  },
  async () => (await import('./operations/comparison.ts')).comparisonOperations,
)

export const deletionRoutes = routesOf(
  {
    deleteExecution: { method: 'DELETE', path: '/api/executions/:id', role: 'admin', scope: 'admin' },
    deleteProject: { method: 'DELETE', path: '/api/projects/:slug', role: 'admin', scope: 'admin' },
    deleteOrganization: { method: 'DELETE', path: '/api/organization', role: 'admin', scope: 'admin' },
  },
  async () => (await import('./operations/deletion.ts')).deletionOperations,
)

export const documentRoutes = routesOf(
  {
    putDocument: {
      method: 'PUT',
      path: '/api/documents',
      role: 'editor',
      scope: 'knowledge',
      bodyBytes: 3145728,
    },
    listDocuments: {
      method: 'GET',
      path: '/api/documents',
      role: 'viewer',
      scope: 'knowledge',
      isPage: true,
    },
    listFolders: { method: 'GET', path: '/api/documents/tree', role: 'viewer', scope: 'knowledge' },
    readDocument: { method: 'GET', path: '/api/documents/read', role: 'viewer', scope: 'knowledge' },
    getDocument: {
      method: 'GET',
      path: '/api/documents/:id',
      role: 'viewer',
      scope: 'knowledge',
      object: { kind: 'document', parameter: 'id' },
    },
    listRevisions: {
      method: 'GET',
      path: '/api/documents/:id/revisions',
      role: 'viewer',
      scope: 'knowledge',
      object: { kind: 'document', parameter: 'id' },
      isPage: true,
    },
    getRevision: {
      method: 'GET',
      path: '/api/documents/:id/revisions/:number',
      role: 'viewer',
      scope: 'knowledge',
      object: { kind: 'document', parameter: 'id' },
    },
    pushDocuments: {
      method: 'POST',
      path: '/api/documents/push',
      role: 'editor',
      scope: 'knowledge',
      bodyBytes: 8388608,
    },
    deleteDocument: { method: 'DELETE', path: '/api/documents/:id', role: 'editor', scope: 'knowledge' },
    readChunks: { method: 'GET', path: '/api/chunks', role: 'viewer', scope: 'knowledge' },
  },
  async () => (await import('./operations/documents.ts')).documentOperations,
)

export const executionRoutes = routesOf(
  {
    listExecutions: { method: 'GET', path: '/api/executions', role: 'viewer', scope: 'read', isPage: true },
    listResults: {
      method: 'GET',
      path: '/api/executions/:id/results',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'id' },
      revalidates: true,
    },
    settleExecution: { method: 'POST', path: '/api/executions/:id/settle', role: 'editor', scope: 'ingest' },
  },
  async () => (await import('./operations/executions.ts')).executionOperations,
)

export const experimentRoutes = routesOf(
  {
    sendExperiments: { method: 'POST', path: '/api/experiments', role: 'editor', scope: 'ingest' },
    listExperiments: {
      method: 'GET',
      path: '/api/executions/:id/experiments',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'id' },
      isPage: true,
    },
  },
  async () => (await import('./operations/experiments.ts')).experimentOperations,
)

export const failureContextRoutes = routesOf(
  {
    getFailureContext: {
      method: 'GET',
      path: '/api/failure-context',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'execution' },
    },
    findExecutions: {
      method: 'GET',
      path: '/api/find/executions',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'execution' },
    },
    findTests: { method: 'GET', path: '/api/find/tests', role: 'viewer', scope: 'read' },
    getArtifactText: {
      method: 'GET',
      path: '/api/artifacts/:id/text',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'artifact', parameter: 'id' },
    },
    listFailureDocuments: {
      method: 'GET',
      path: '/api/failures/:fingerprint/documents',
      role: 'viewer',
      scope: 'knowledge',
    },
    findFailureDocuments: {
      method: 'GET',
      path: '/api/find/failure-documents',
      role: 'viewer',
      scope: 'knowledge',
    },
    tieDocument: {
      method: 'PUT',
      path: '/api/failures/:fingerprint/documents',
      role: 'editor',
      scope: 'knowledge',
    },
    untieDocument: {
      method: 'DELETE',
      path: '/api/failures/:fingerprint/documents',
      role: 'editor',
      scope: 'knowledge',
    },
    listDocumentFailures: {
      method: 'GET',
      path: '/api/documents/:id/failures',
      role: 'viewer',
      scope: 'knowledge',
      object: { kind: 'document', parameter: 'id' },
    },
  },
  async () => (await import('./operations/failure-context.ts')).failureContextOperations,
)

export const failureRoutes = routesOf(
  {
    listFailures: {
      method: 'GET',
      path: '/api/failures',
      role: 'viewer',
      scope: 'read',
      object: { kind: 'execution', parameter: 'execution' },
      isPage: true,
    },
    getFailure: { method: 'GET', path: '/api/failures/:fingerprint', role: 'viewer', scope: 'read' },
    recordCulprit: {
      method: 'POST',
      path: '/api/failures/:fingerprint/culprits',
      role: 'editor',
      scope: 'ingest',
    },
  },
  async () => (await import('./operations/failures.ts')).failureOperations,
)

export const findRoutes = routesOf(
  {
    find: { method: 'GET', path: '/api/find', role: 'viewer', scope: 'read' },
  },
  async () => (await import('./operations/find.ts')).findOperations,
)

export const guidelineRoutes = routesOf(
  {
    getGuidelines: { method: 'GET', path: '/api/guidelines', role: 'viewer', scope: 'knowledge' },
    getPrompt: { method: 'GET', path: '/api/prompts', role: 'viewer', scope: 'knowledge' },
  },
  async () => (await import('./operations/guidelines.ts')).guidelineOperations,
)

export const identityRoutes = routesOf(
  {
    whoAmI: { method: 'GET', path: '/api/whoami', role: 'viewer', scope: 'any' },
  },
  async () => (await import('./operations/identity.ts')).identityOperations,
)

export const keyRoutes = routesOf(
  {
    listKeys: { method: 'GET', path: '/api/keys', role: 'admin', scope: 'admin', isPage: true },
    createKey: { method: 'POST', path: '/api/keys', role: 'admin', scope: 'admin' },
    revokeKey: { method: 'DELETE', path: '/api/keys/:id', role: 'admin', scope: 'admin' },
  },
  async () => (await import('./operations/keys.ts')).keyOperations,
)

export const searchRoutes = routesOf(
  {
    searchKnowledge: { method: 'GET', path: '/api/search', role: 'viewer', scope: 'knowledge' },
  },
  async () => (await import('./operations/knowledge-search.ts')).searchOperations,
)

export const leaseRoutes = routesOf(
  {
    takeLease: { method: 'POST', path: '/api/bus/leases', role: 'viewer', scope: 'bus' },
    listLeases: { method: 'GET', path: '/api/bus/leases', role: 'viewer', scope: 'bus', isPage: true },
    releaseLease: { method: 'DELETE', path: '/api/bus/leases', role: 'viewer', scope: 'bus' },
  },
  async () => (await import('./operations/leases.ts')).leaseOperations,
)

export const limitRoutes = routesOf(
  {
    getLimits: { method: 'GET', path: '/api/limits', role: 'viewer', scope: 'any' },
  },
  async () => (await import('./operations/limits.ts')).limitOperations,
)

export const messageRoutes = routesOf(
  {
    sendMessage: { method: 'POST', path: '/api/bus/messages', role: 'viewer', scope: 'bus' },
    listMessages: { method: 'GET', path: '/api/bus/messages', role: 'viewer', scope: 'bus', isPage: true },
    listOrganizationMessages: {
      method: 'GET',
      path: '/api/bus/mail',
      person: true,
      role: 'admin',
      scope: 'bus',
      isPage: true,
    },
    getMessage: { method: 'GET', path: '/api/bus/messages/:id', role: 'viewer', scope: 'bus' },
    readInbox: { method: 'GET', path: '/api/bus/inbox', role: 'viewer', scope: 'bus' },
    markMessagesRead: { method: 'POST', path: '/api/bus/inbox/read', role: 'viewer', scope: 'bus' },
  },
  async () => (await import('./operations/messages.ts')).messageOperations,
)

export const metricsRoutes = routesOf(
  {
    getMetrics: { method: 'GET', path: '/api/metrics', role: 'viewer', scope: 'read' },
    listSuites: { method: 'GET', path: '/api/suites', role: 'viewer', scope: 'read', isPage: true },
    getTrends: { method: 'GET', path: '/api/trends', role: 'viewer', scope: 'read' },
  },
  async () => (await import('./operations/metrics.ts')).metricsOperations,
)

export const notificationRoutes = routesOf(
  {
    listWebhooks: { method: 'GET', path: '/api/webhooks', role: 'admin', scope: 'admin', isPage: true },
    createWebhook: { method: 'POST', path: '/api/webhooks', role: 'admin', scope: 'admin' },
    updateWebhook: { method: 'POST', path: '/api/webhooks/:id', role: 'admin', scope: 'admin' },
    deleteWebhook: { method: 'DELETE', path: '/api/webhooks/:id', role: 'admin', scope: 'admin' },
    testWebhook: { method: 'POST', path: '/api/webhooks/:id/test', role: 'admin', scope: 'admin' },
    listDeliveries: {
      method: 'GET',
      path: '/api/webhooks/:id/deliveries',
      role: 'admin',
      scope: 'admin',
      object: { kind: 'webhook', parameter: 'id' },
      isPage: true,
    },
    resendDeliveries: {
      method: 'POST',
      path: '/api/webhooks/:id/deliveries/resend',
      role: 'admin',
      scope: 'admin',
    },
  },
  async () => (await import('./operations/notifications.ts')).notificationOperations,
)

export const exchangeRoutes = publicRoutesOf(
  {
    exchangeToken: { method: 'POST', path: '/auth/oidc' },
  },
  async () => (await import('./operations/oidc.ts')).exchangeOperations,
)

export const oidcRoutes = routesOf(
  {
    listTrusts: { method: 'GET', path: '/api/oidc-trusts', role: 'admin', scope: 'admin', isPage: true },
    createTrust: { method: 'POST', path: '/api/oidc-trusts', role: 'admin', scope: 'admin' },
    updateTrust: { method: 'POST', path: '/api/oidc-trusts/:id', role: 'admin', scope: 'admin' },
    deleteTrust: { method: 'DELETE', path: '/api/oidc-trusts/:id', role: 'admin', scope: 'admin' },
  },
  async () => (await import('./operations/oidc.ts')).oidcOperations,
)

export const organizationRoutes = routesOf(
  {
    updateOrganization: { method: 'POST', path: '/api/organization', role: 'admin', scope: 'admin' },
    listMembers: { method: 'GET', path: '/api/members', role: 'viewer', scope: 'any', isPage: true },
    changeRole: { method: 'POST', path: '/api/members/:id', role: 'admin', scope: 'admin' },
    removeMember: { method: 'DELETE', path: '/api/members/:id', role: 'viewer', scope: 'any' },
    listMemberCredentials: {
      method: 'GET',
      path: '/api/members/:id/credentials',
      role: 'viewer',
      scope: 'any',
    },
    listInvitations: { method: 'GET', path: '/api/invitations', role: 'admin', scope: 'admin', isPage: true },
    createInvitation: { method: 'POST', path: '/api/invitations', role: 'admin', scope: 'admin' },
    withdrawInvitation: { method: 'DELETE', path: '/api/invitations/:id', role: 'admin', scope: 'admin' },
    listAudit: { method: 'GET', path: '/api/audit', role: 'admin', scope: 'admin', isPage: true },
  },
  async () => (await import('./operations/organizations.ts')).organizationOperations,
)

export const ownOrganizationRoutes = routesOf(
  {
    listOrganizations: { method: 'GET', path: '/api/organizations', role: 'viewer', scope: 'any' },
    createOrganization: {
      method: 'POST',
      path: '/api/organizations',
      role: 'viewer',
      scope: 'any',
      person: true,
    },
  },
  async () => (await import('./operations/organizations.ts')).ownOrganizationOperations,
)

export const overviewRoutes = routesOf(
  {
    getOverview: { method: 'GET', path: '/api/overview', role: 'viewer', scope: 'read', revalidates: true },
    getWall: { method: 'GET', path: '/api/wall', role: 'viewer', scope: 'read', revalidates: true },
    getHome: { method: 'GET', path: '/api/home', role: 'viewer', scope: 'read', revalidates: true },
  },
  async () => (await import('./operations/overview.ts')).overviewOperations,
)

export const authRoutes = publicRoutesOf(
  {
    signIn: { method: 'POST', path: '/auth/sign-in' },
    setPassword: { method: 'POST', path: '/auth/password' },
    readInvitation: { method: 'POST', path: '/auth/invitation' },
    joinWithInvitation: { method: 'POST', path: '/auth/join' },
  },
  async () => (await import('./operations/people.ts')).authOperations,
)

export const peopleRoutes = routesOf(
  {
    signOut: { method: 'POST', path: '/api/sign-out', role: 'viewer', scope: 'any', person: true },
    listSessions: { method: 'GET', path: '/api/sessions', role: 'viewer', scope: 'any', person: true },
    revokeSession: {
      method: 'DELETE',
      path: '/api/sessions/:id',
      role: 'viewer',
      scope: 'any',
      person: true,
    },
    revokeOtherSessions: {
      method: 'DELETE',
      path: '/api/sessions',
      role: 'viewer',
      scope: 'any',
      person: true,
    },
    renewToken: { method: 'POST', path: '/api/sessions/renew', role: 'viewer', scope: 'any', person: true },
    changePassword: { method: 'POST', path: '/api/password', role: 'viewer', scope: 'any', person: true },
    updatePerson: { method: 'POST', path: '/api/person', role: 'viewer', scope: 'any', person: true },
    acceptInvitation: {
      method: 'POST',
      path: '/api/invitations/accept',
      role: 'viewer',
      scope: 'any',
      person: true,
    },
  },
  async () => (await import('./operations/people.ts')).peopleOperations,
)

export const projectRoutes = routesOf(
  {
    listProjects: { method: 'GET', path: '/api/projects', role: 'viewer', scope: 'read', isPage: true },
    updateProject: { method: 'POST', path: '/api/projects/:slug', role: 'admin', scope: 'admin' },
  },
  async () => (await import('./operations/projects.ts')).projectOperations,
)

export const proposalRoutes = routesOf(
  {
    createProposal: {
      method: 'POST',
      path: '/api/proposals',
      role: 'editor',
      scope: 'knowledge',
      bodyBytes: 4194304,
    },
    listProposals: {
      method: 'GET',
      path: '/api/proposals',
      role: 'viewer',
      scope: 'knowledge',
      isPage: true,
    },
    getProposal: {
      method: 'GET',
      path: '/api/proposals/:id',
      role: 'viewer',
      scope: 'knowledge',
      object: { kind: 'proposal', parameter: 'id' },
    },
    acceptProposal: { method: 'POST', path: '/api/proposals/:id/accept', role: 'editor', scope: 'knowledge' },
    rejectProposal: { method: 'POST', path: '/api/proposals/:id/reject', role: 'editor', scope: 'knowledge' },
    getReviewSettings: { method: 'GET', path: '/api/review-settings', role: 'viewer', scope: 'knowledge' },
    setReviewSettings: {
      method: 'POST',
      path: '/api/review-settings',
      role: 'admin',
      scope: 'admin',
      person: true,
    },
  },
  async () => (await import('./operations/proposals.ts')).proposalOperations,
)

export const pullRequestRoutes = routesOf(
  {
    getPullRequest: {
      method: 'GET',
      path: '/api/pull-requests/:number',
      role: 'viewer',
      scope: 'read',
      revalidates: true,
    },
    listPullRequests: {
      method: 'GET',
      path: '/api/pull-requests',
      role: 'viewer',
      scope: 'read',
      revalidates: true,
    },
  },
  async () => (await import('./operations/pull-requests.ts')).pullRequestOperations,
)

export const refusedUploadRoutes = routesOf(
  {
    listRefusedUploads: {
      method: 'GET',
      path: '/api/refused-uploads',
      role: 'admin',
      scope: 'admin',
      isPage: true,
    },
  },
  async () => (await import('./operations/refused-uploads.ts')).refusedUploadOperations,
)

export const renameRoutes = routesOf(
  {
    listRenames: { method: 'GET', path: '/api/renames', role: 'viewer', scope: 'read', isPage: true },
    confirmRenames: { method: 'POST', path: '/api/renames', role: 'editor', scope: 'ingest' },
    undoRename: { method: 'DELETE', path: '/api/renames/:id', role: 'editor', scope: 'ingest' },
  },
  async () => (await import('./operations/renames.ts')).renameOperations,
)

export const retentionRoutes = routesOf(
  {
    getRetention: { method: 'GET', path: '/api/retention', role: 'admin', scope: 'admin' },
    setRetention: { method: 'POST', path: '/api/retention', role: 'admin', scope: 'admin' },
  },
  async () => (await import('./operations/retention.ts')).retentionOperations,
)

export const taskRoutes = routesOf(
  {
    createTask: { method: 'POST', path: '/api/bus/tasks', role: 'viewer', scope: 'bus', bodyBytes: 524288 },
    listTasks: { method: 'GET', path: '/api/bus/tasks', role: 'viewer', scope: 'bus', isPage: true },
    getTask: { method: 'GET', path: '/api/bus/tasks/:id', role: 'viewer', scope: 'bus' },
    updateTask: {
      method: 'PUT',
      path: '/api/bus/tasks/:id',
      role: 'viewer',
      scope: 'bus',
      bodyBytes: 524288,
    },
    claimTask: { method: 'POST', path: '/api/bus/tasks/:id/claim', role: 'viewer', scope: 'bus' },
  },
  async () => (await import('./operations/tasks.ts')).taskOperations,
)

export const templateRoutes = routesOf(
  {
    listTemplates: {
      method: 'GET',
      path: '/api/templates',
      role: 'viewer',
      scope: 'knowledge',
      isPage: true,
    },
    getTemplate: { method: 'GET', path: '/api/templates/:id', role: 'viewer', scope: 'knowledge' },
    putTemplate: { method: 'PUT', path: '/api/templates', role: 'editor', scope: 'knowledge' },
    deleteTemplate: { method: 'DELETE', path: '/api/templates/:id', role: 'editor', scope: 'knowledge' },
  },
  async () => (await import('./operations/templates.ts')).templateOperations,
)

export const testRoutes = routesOf(
  {
    listFlakyTests: { method: 'GET', path: '/api/flaky-tests', role: 'viewer', scope: 'read', isPage: true },
    listTests: { method: 'GET', path: '/api/tests', role: 'viewer', scope: 'read', isPage: true },
    listOwners: { method: 'GET', path: '/api/owners', role: 'viewer', scope: 'read' },
    getTest: { method: 'GET', path: '/api/tests/:id', role: 'viewer', scope: 'read' },
    getMonitorSettings: { method: 'GET', path: '/api/projects/:slug/monitor', role: 'viewer', scope: 'read' },
    setMonitorSettings: {
      method: 'POST',
      path: '/api/projects/:slug/monitor',
      role: 'admin',
      scope: 'admin',
    },
  },
  async () => (await import('./operations/tests.ts')).testOperations,
)
