import { chunkId } from '../knowledge/chunks/chunk-document.ts'
import { declared, png } from './artifacts.ts'
import { passed, run } from './upload.ts'
import type { World } from './world.ts'

/** One question to the API. */
export interface Call {
  /** With its query. */
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON; text as it is. */
  body?: unknown
}

/** What a call may build on: the world, and what earlier calls were answered. */
export interface CallInput extends World {
  now: number
  /** `data` of the answer to an earlier operation. */
  data: (operation: string) => Record<string, unknown>
}

/** An attachment of a test that has not been sent yet. */
const SCREENSHOT = png('what the page looked like')

const artifactOf = (data: CallInput['data']) => (data('declareArtifacts').items as { id: string }[])[0]?.id

const fingerprintOf = (data: CallInput['data']) =>
  (Object.values(data('listFailures')) as { fingerprint: string }[])[0]?.fingerprint

const PASSWORD = 'correct horse battery'

/** Speaks for a session instead of the first key. */
const as = (token: unknown): Record<string, string> => ({ Authorization: `Bearer ${token}` })

/**
 * One call for each operation, in this order, each answered with 200. A new operation needs a line here: its
 * answer is held against the document, and becomes the example of the reference.
 */
export const CALLS: Record<string, (input: CallInput) => Call> = {
  listExecutions: () => ({ path: '/api/executions?project=shop&branch=main&limit=2' }),
  getExecution: ({ head }) => ({ path: `/api/executions/${head}?limit=2` }),
  listResults: ({ head }) => ({ path: `/api/executions/${head}/results?q=checkout&limit=2` }),
  streamExecutionEvents: ({ head }) => ({ path: `/api/executions/${head}/events` }),
  listAccounts: () => ({ path: '/api/accounts?limit=2' }),
  switchAccount: () => ({ path: '/api/accounts/active', method: 'POST', body: { project: 'shop' } }),
  settleExecution: ({ running }) => ({ path: `/api/executions/${running}/settle`, method: 'POST' }),
  compareExecutions: ({ head }) => ({ path: `/api/compare?head=${head}` }),
  confirmRenames: ({ data }) => {
    const [candidate] = data('compareExecutions').renameCandidates as Record<
      'from' | 'to',
      { testId: string }
    >[]
    return {
      path: '/api/renames',
      method: 'POST',
      body: { project: 'shop', from: candidate?.from.testId, to: candidate?.to.testId },
    }
  },
  getMetrics: () => ({ path: '/api/metrics?project=shop&branch=main' }),
  getTrends: () => ({ path: '/api/trends?project=shop&granularity=daily' }),
  listFlakyTests: () => ({ path: '/api/flaky-tests?project=shop&minRuns=1' }),
  listTests: () => ({ path: '/api/tests?project=shop&limit=2' }),
  getTest: ({ testId }) => ({ path: `/api/tests/${testId}` }),
  setMonitorSettings: () => ({
    path: '/api/projects/shop/monitor',
    method: 'POST',
    body: { minRuns: 12, flakyRate: null },
  }),
  getMonitorSettings: () => ({ path: '/api/projects/shop/monitor' }),
  listProjects: () => ({ path: '/api/projects' }),
  updateProject: () => ({
    path: '/api/projects/shop',
    method: 'POST',
    body: { name: 'The shop', defaultBranch: 'main' },
  }),
  getLimits: () => ({ path: '/api/limits' }),
  listRefusedUploads: () => ({ path: '/api/refused-uploads' }),
  setRetention: () => ({
    path: '/api/retention',
    method: 'POST',
    body: { archiveAfterDays: 14, passingDetailDays: 90 },
  }),
  getRetention: () => ({ path: '/api/retention' }),
  declareArtifacts: ({ attaching }) => ({
    path: '/api/artifacts',
    method: 'POST',
    headers: { 'Content-Length': '300' },
    body: { journal: attaching.journal, items: [declared(SCREENSHOT, 0)] },
  }),
  getArtifactUpload: ({ data }) => ({ path: `/api/artifacts/${artifactOf(data)}/upload` }),
  putArtifactUpload: ({ data }) => ({
    path: `/api/artifacts/${artifactOf(data)}/upload`,
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': '0' },
    body: Buffer.from(SCREENSHOT.bytes).toString(),
  }),
  listArtifacts: ({ attaching }) => ({ path: `/api/executions/${attaching.execution}/artifacts` }),
  getArtifact: ({ data }) => ({ path: `/api/artifacts/${artifactOf(data)}` }),
  listRenames: () => ({ path: '/api/renames?project=shop' }),
  undoRename: ({ data }) => {
    const [rename] = data('confirmRenames').renames as { id: string }[]
    return { path: `/api/renames/${rename?.id}`, method: 'DELETE' }
  },
  listFailures: ({ head }) => ({ path: `/api/failures?execution=${head}` }),
  getFailure: ({ data }) => {
    const [cluster] = Object.values(data('listFailures')) as { fingerprint: string }[]
    return { path: `/api/failures/${cluster?.fingerprint}?project=shop` }
  },
  getFailureContext: () => ({ path: '/api/failure-context?project=shop&pr=7&maxTokens=1500' }),
  find: () => ({ path: '/api/find?q=pays' }),
  findExecutions: () => ({ path: '/api/find/executions?project=shop&branch=main' }),
  findTests: () => ({ path: '/api/find/tests?project=shop&test=pays%20with%20a%20card' }),
  getArtifactText: ({ data }) => ({ path: `/api/artifacts/${artifactOf(data)}/text?maxTokens=500` }),
  getPullRequest: ({ repository }) => ({
    path: `/api/pull-requests/7?repo=${encodeURIComponent(repository)}`,
  }),
  listPullRequests: () => ({ path: '/api/pull-requests?project=shop' }),
  getOverview: () => ({ path: '/api/overview?project=shop&days=2' }),
  putDocument: () => ({
    path: '/api/documents',
    method: 'PUT',
    body: {
      project: 'shop',
      path: 'docs/payments.md',
      content:
        '---\ntags: [payments]\n---\n# Payments\n\nCards are charged once.\n\n## Retries\n\nA timeout is retried with the same key.\n',
    },
  }),
  pushDocuments: () => ({
    path: '/api/documents/push',
    method: 'POST',
    headers: { 'Content-Length': '300' },
    body: {
      project: 'shop',
      documents: [{ path: 'docs/cart.md', content: '# Cart\n\nA cart keeps its items for 30 days.\n' }],
      folder: 'docs',
      commit: '5'.repeat(40),
    },
  }),
  readDocument: () => ({ path: '/api/documents/read?doc=Payments%23Retries&project=shop' }),
  listDocuments: () => ({ path: '/api/documents?project=shop' }),
  listFolders: () => ({ path: '/api/documents/tree?project=shop&folder=docs' }),
  getDocument: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}` }),
  listRevisions: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}/revisions` }),
  getRevision: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}/revisions/1` }),
  readChunks: ({ data }) => {
    const place = { headings: ['Payments', 'Retries'], occurrence: 0, piece: 0 }
    return { path: `/api/chunks?ids=${chunkId(String(data('putDocument').id), place)}` }
  },
  tieDocument: ({ data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/documents`,
    method: 'PUT',
    body: {
      project: 'shop',
      document: data('putDocument').id,
      cause: 'The price is rounded twice.',
      fix: 'Round only the total.',
      commit: '4'.repeat(40),
    },
  }),
  listFailureDocuments: ({ data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/documents?project=shop`,
  }),
  listDocumentFailures: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}/failures` }),
  untieDocument: ({ data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/documents?project=shop&document=${data('putDocument').id}`,
    method: 'DELETE',
  }),
  listTemplates: () => ({ path: '/api/templates?project=shop&category=contracts' }),
  getTemplate: () => ({ path: '/api/templates/contracts%2Fapi' }),
  putTemplate: () => ({
    path: '/api/templates',
    method: 'PUT',
    body: {
      project: 'shop',
      path: 'contracts/webhook',
      category: 'contracts',
      title: 'Contract of a webhook',
      content: '# <event>\n\n## When it is sent\n\n## Payload\n',
    },
  }),
  deleteTemplate: ({ data }) => ({ path: `/api/templates/${data('putTemplate').id}`, method: 'DELETE' }),
  getGuidelines: () => ({ path: '/api/guidelines?project=shop&mode=code' }),
  getPrompt: () => ({ path: '/api/prompts?project=shop&name=svc_auditor' }),
  createProposal: () => ({
    path: '/api/proposals',
    method: 'POST',
    body: {
      project: 'shop',
      document: 'docs/payments.md',
      content: '# Payments\n\nCards are charged once, within 5 s.\n',
      evidence: 'src/pay.ts:41',
      reasoning: 'The limit of 5 s was missing.',
    },
  }),
  listProposals: () => ({ path: '/api/proposals?project=shop&state=open' }),
  getProposal: ({ data }) => ({ path: `/api/proposals/${data('createProposal').id}` }),
  getReviewSettings: () => ({ path: '/api/review-settings' }),
  searchKnowledge: () => ({ path: '/api/search?query=payment%20retries&project=shop' }),
  registerAgent: () => ({
    path: '/api/bus/agents',
    method: 'POST',
    body: {
      name: 'triage-bot',
      displayName: 'Triage 🤖',
      instance: 'ci-runner-3',
      model: 'example-model-1',
      role: 'specialist',
      capabilities: { rerun: true, languages: ['typescript'] },
      project: 'shop',
    },
  }),
  createTask: () => ({
    path: '/api/bus/tasks',
    method: 'POST',
    body: {
      assignedTo: 'triage-bot',
      title: 'Mend the payment',
      project: 'shop',
      payload: { pullRequest: 7 },
    },
  }),
  listTasks: () => ({ path: '/api/bus/tasks?status=open' }),
  claimTask: ({ data }) => ({
    path: `/api/bus/tasks/${data('createTask').id}/claim`,
    method: 'POST',
    body: { minutes: 20 },
  }),
  updateTask: ({ data }) => ({
    path: `/api/bus/tasks/${data('createTask').id}`,
    method: 'PUT',
    body: { status: 'done', result: { commit: '4'.repeat(40) } },
  }),
  getTask: ({ data }) => ({ path: `/api/bus/tasks/${data('createTask').id}` }),
  takeLease: ({ data }) => ({
    path: '/api/bus/leases',
    method: 'POST',
    body: { subject: 'failure', id: fingerprintOf(data), project: 'shop' },
  }),
  listLeases: () => ({ path: '/api/bus/leases?project=shop' }),
  releaseLease: ({ data }) => ({
    path: `/api/bus/leases?subject=failure&id=${fingerprintOf(data)}&project=shop`,
    method: 'DELETE',
  }),
  subscribeToEvent: () => ({
    path: '/api/bus/subscriptions',
    method: 'POST',
    body: { event: 'base.broke', project: 'shop', branch: 'main' },
  }),
  listSubscriptions: () => ({ path: '/api/bus/subscriptions' }),
  unsubscribe: ({ data }) => ({
    path: `/api/bus/subscriptions/${data('subscribeToEvent').id}`,
    method: 'DELETE',
  }),
  requestRerun: ({ testId }) => ({
    path: '/api/bus/reruns',
    method: 'POST',
    body: { project: 'shop', tests: [testId], commit: '4'.repeat(40) },
  }),
  verifyFix: ({ data }) => ({
    path: '/api/bus/fix-verifications',
    method: 'POST',
    body: { project: 'shop', fingerprint: fingerprintOf(data), commit: '4'.repeat(40) },
  }),
  listFixVerifications: () => ({ path: '/api/bus/fix-verifications?project=shop' }),
  getFixVerification: ({ data }) => ({ path: `/api/bus/fix-verifications/${data('verifyFix').id}` }),
  deleteDocument: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}`, method: 'DELETE' }),
  addFacts: ({ head }) => ({
    path: `/api/executions/${head}/facts`,
    method: 'POST',
    body: { mergeBaseSha: '4'.repeat(40), settle: 'if-complete' },
  }),
  getReport: ({ head }) => ({ path: `/api/executions/${head}/report` }),
  whoAmI: () => ({ path: '/api/whoami' }),
  setPassword: ({ passwordToken }) => ({
    path: '/auth/password',
    method: 'POST',
    body: { token: passwordToken, password: PASSWORD },
  }),
  signIn: () => ({
    path: '/auth/sign-in',
    method: 'POST',
    body: { email: 'admin@localhost', password: PASSWORD },
  }),
  readInvitation: ({ joinToken }) => ({
    path: '/auth/invitation',
    method: 'POST',
    body: { token: joinToken },
  }),
  joinWithInvitation: ({ joinToken }) => ({
    path: '/auth/join',
    method: 'POST',
    body: { token: joinToken, email: 'ada@example.com', name: 'Ada', password: PASSWORD },
  }),
  acceptInvitation: ({ acceptToken, newcomer }) => ({
    path: '/api/invitations/accept',
    method: 'POST',
    headers: as(newcomer),
    body: { token: acceptToken },
  }),
  listSessions: ({ data }) => ({ path: '/api/sessions', headers: as(data('signIn').token) }),
  revokeSession: ({ data }) => {
    const sessions = data('listSessions').sessions as { id: string; isCurrent: boolean }[]
    return {
      path: `/api/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`,
      method: 'DELETE',
      headers: as(data('signIn').token),
    }
  },
  revokeOtherSessions: ({ data }) => ({
    path: '/api/sessions',
    method: 'DELETE',
    headers: as(data('signIn').token),
  }),
  renewToken: ({ data }) => ({
    path: '/api/sessions/renew',
    method: 'POST',
    headers: as(data('signIn').token),
  }),
  updatePerson: ({ data }) => ({
    path: '/api/person',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { name: 'Grace' },
  }),
  setReviewSettings: ({ data }) => ({
    path: '/api/review-settings',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { keysMayDecide: false },
  }),
  listOrganizationMessages: ({ data }) => ({
    path: '/api/bus/mail?limit=2',
    headers: as(data('renewToken').token),
  }),
  takeOverAgent: ({ agent, data }) => ({
    path: `/api/bus/agents/${agent}/take-over`,
    method: 'POST',
    headers: as(data('renewToken').token),
    body: {},
  }),
  acceptProposal: ({ proposals, data }) => ({
    path: `/api/proposals/${proposals[0]}/accept`,
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { reason: 'Measured, thank you.' },
  }),
  rejectProposal: ({ proposals, data }) => ({
    path: `/api/proposals/${proposals[1]}/reject`,
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { reason: 'The limit depends on the bank.' },
  }),
  createOrganization: ({ data }) => ({
    path: '/api/organizations',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { name: 'Acme', slug: 'acme' },
  }),
  listOrganizations: ({ data }) => ({ path: '/api/organizations', headers: as(data('renewToken').token) }),
  changePassword: ({ data }) => ({
    path: '/api/password',
    method: 'POST',
    headers: as(data('renewToken').token),
    body: { current: PASSWORD, password: `${PASSWORD} staple` },
  }),
  signOut: ({ data }) => ({
    path: '/api/sign-out',
    method: 'POST',
    headers: as(data('changePassword').token),
  }),
  updateOrganization: () => ({
    path: '/api/organization',
    method: 'POST',
    body: { name: 'Our team' },
  }),
  listMembers: () => ({ path: '/api/members?limit=2' }),
  changeRole: ({ data }) => ({
    path: `/api/members/${(data('joinWithInvitation').person as { id: string }).id}`,
    method: 'POST',
    body: { role: 'viewer' },
  }),
  listMemberCredentials: ({ data }) => ({
    path: `/api/members/${(data('joinWithInvitation').person as { id: string }).id}/credentials`,
  }),
  removeMember: ({ data }) => ({
    path: `/api/members/${(data('joinWithInvitation').person as { id: string }).id}?credentials=revoke`,
    method: 'DELETE',
  }),
  createInvitation: () => ({
    path: '/api/invitations',
    method: 'POST',
    body: { role: 'viewer', email: 'bob@example.com' },
  }),
  listInvitations: () => ({ path: '/api/invitations' }),
  withdrawInvitation: ({ data }) => ({
    path: `/api/invitations/${data('createInvitation').id}`,
    method: 'DELETE',
  }),
  listAudit: () => ({ path: '/api/audit?limit=2' }),
  listAgents: () => ({ path: '/api/bus/agents?status=active' }),
  getAgent: () => ({ path: '/api/bus/agents/triage-bot' }),
  updateAgent: () => ({
    path: '/api/bus/agents/triage-bot',
    method: 'POST',
    body: { model: 'example-model-2' },
  }),
  assignAgent: () => ({
    path: '/api/bus/agents/triage-bot/projects',
    method: 'PUT',
    body: { project: 'shop', role: 'owner' },
  }),
  unassignAgent: () => ({ path: '/api/bus/agents/triage-bot/projects?project=shop', method: 'DELETE' }),
  createAgentKey: () => ({
    path: '/api/bus/agents/triage-bot/keys',
    method: 'POST',
    body: { overlapSeconds: 3_600 },
  }),
  sendMessage: () => ({
    path: '/api/bus/messages',
    method: 'POST',
    body: {
      to: 'triage-bot',
      message: 'The payment tests fail on main since 4f2c1d9.',
      priority: 'high',
      channel: 'builds',
      clientMessageId: 'build-4711',
    },
  }),
  listMessages: () => ({ path: '/api/bus/messages?q=payment%20tests' }),
  getMessage: ({ data }) => ({ path: `/api/bus/messages/${data('sendMessage').id}` }),
  readInbox: () => ({ path: '/api/bus/inbox?agent=triage-bot' }),
  markMessagesRead: ({ data }) => ({
    path: '/api/bus/inbox/read',
    method: 'POST',
    body: { ids: [data('sendMessage').id] },
  }),
  streamMessages: () => ({ path: '/api/bus/stream?agent=triage-bot' }),
  acknowledgeMessages: ({ data }) => ({
    path: '/api/bus/messages/ack',
    method: 'POST',
    body: { ids: [data('sendMessage').id] },
  }),
  setAgentWebhook: () => ({
    path: '/api/bus/agents/triage-bot/webhook',
    method: 'PUT',
    // An address without a listener, as of the other webhooks.
    body: { url: 'http://127.0.0.1:9/hooks/triage-bot' },
  }),
  getAgentWebhook: () => ({ path: '/api/bus/agents/triage-bot/webhook' }),
  listDeadLetters: () => ({ path: '/api/bus/agents/triage-bot/dead-letters' }),
  resendDeadLetters: () => ({
    path: '/api/bus/agents/triage-bot/dead-letters/resend',
    method: 'POST',
    body: {},
  }),
  deleteAgentWebhook: () => ({ path: '/api/bus/agents/triage-bot/webhook', method: 'DELETE' }),
  removeAgent: () => ({ path: '/api/bus/agents/triage-bot', method: 'DELETE' }),
  createWebhook: () => ({
    path: '/api/webhooks',
    method: 'POST',
    // An address without a listener, so that a test of it has the same result everywhere.
    body: { name: 'our channel', url: 'http://127.0.0.1:9/hooks/example', project: 'shop' },
  }),
  listWebhooks: () => ({ path: '/api/webhooks' }),
  updateWebhook: ({ data }) => ({
    path: `/api/webhooks/${data('createWebhook').id}`,
    method: 'POST',
    body: { events: ['base.broke', 'test.became-flaky', 'test.recovered'] },
  }),
  testWebhook: ({ data }) => ({ path: `/api/webhooks/${data('createWebhook').id}/test`, method: 'POST' }),
  listDeliveries: ({ data }) => ({ path: `/api/webhooks/${data('createWebhook').id}/deliveries` }),
  resendDeliveries: ({ data }) => ({
    path: `/api/webhooks/${data('createWebhook').id}/deliveries/resend`,
    method: 'POST',
    body: {},
  }),
  deleteWebhook: ({ data }) => ({ path: `/api/webhooks/${data('createWebhook').id}`, method: 'DELETE' }),
  makeBadge: () => ({ path: '/api/projects/shop/badge', method: 'POST' }),
  getBadge: () => ({ path: '/api/projects/shop/badge' }),
  getBadgePicture: ({ data }) => ({ path: new URL(String(data('makeBadge').url)).pathname }),
  deleteBadge: () => ({ path: '/api/projects/shop/badge', method: 'DELETE' }),
  createKey: () => ({
    path: '/api/keys',
    method: 'POST',
    body: { name: 'ci', role: 'editor', scopes: ['ingest', 'read'] },
  }),
  listKeys: () => ({ path: '/api/keys' }),
  createTrust: ({ issuer }) => ({
    path: '/api/oidc-trusts',
    method: 'POST',
    body: {
      issuer,
      repositoryId: '4711',
      repository: 'acme/shop',
      refs: ['refs/heads/main'],
      events: ['push'],
    },
  }),
  listTrusts: () => ({ path: '/api/oidc-trusts' }),
  exchangeToken: ({ workflowToken }) => ({
    path: '/auth/oidc',
    method: 'POST',
    body: { token: workflowToken, organization: 'default' },
  }),
  updateTrust: ({ data }) => ({
    path: `/api/oidc-trusts/${data('createTrust').id}`,
    method: 'POST',
    body: { refs: ['refs/heads/main', 'refs/heads/release-*'] },
  }),
  deleteTrust: ({ data }) => ({ path: `/api/oidc-trusts/${data('createTrust').id}`, method: 'DELETE' }),
  revokeKey: ({ data }) => ({ path: `/api/keys/${data('createKey').id}`, method: 'DELETE' }),
  ingest: ({ now }) => ({
    path: '/api/ingest',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: run({ build: 'by-journal', startedAt: now, results: [passed('cart > adds')] })
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  }),
  uploadTestResults: () => ({
    path: '/api/test-results?branch=main',
    method: 'POST',
    body: {
      project: 'shop',
      suite: 'unit',
      results: [{ file: 'src/cart.test.ts', titles: ['cart', 'adds'], status: 'passed', durationMs: 12 }],
    },
  }),
  // These end the world that the others look at.
  deleteExecution: ({ head }) => ({ path: `/api/executions/${head}`, method: 'DELETE' }),
  deleteProject: () => ({ path: '/api/projects/shop', method: 'DELETE' }),
  deleteOrganization: () => ({ path: '/api/organization?confirm=default', method: 'DELETE' }),
  getHealth: () => ({ path: '/healthz' }),
  getReadiness: () => ({ path: '/readyz' }),
}
