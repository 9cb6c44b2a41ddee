import { LIMITS } from '@svc/protocol'
import { prose } from './document-texts.ts'
import { type Entry, post, put, remove, times } from './entry.ts'
import { AGENT, COMMIT, EQUAL_FILE, KIND, sha256OfEqualFile } from './ground.ts'
import { publicId } from './insert-series.ts'

const sha = (i: number) => i.toString(16).padStart(40, '0')
const long = (i: number, length: number) => `${i}`.padEnd(length, 'x')

/** Why an operation cannot grow. */
const ONE_ROW = 'It changes a few rows, named by unique keys.'
const OF_CALLER = 'It concerns one person, whose sessions and links are limited.'
const DOCUMENTS = 'The benchmark held-up-documents sends its worst bodies.'
const UPLOADS =
  'The ingest thread reads and stores it; the benchmarks ingest and hostile send its worst bodies.'

/** As many as a request may have. An error is read as far as its limit, and normalized with its cause. */
const experiments = (trials: number, text: string) =>
  times(LIMITS.experimentsSent, (i) => {
    const message = text.slice(0, LIMITS.experimentErrorLength)
    const error = { message, ...(text.length > 100 && { cause: { message } }) }
    return {
      id: publicId(KIND.other, i),
      purpose: 'rerun',
      test: {
        file: 'area-0/feature-0.test.ts',
        titles: ['feature 0', `returns the value for case ${i % 40}`],
        leg: 'linux-x64-node24',
      },
      head: { commit: COMMIT, dirty: false, command: 'npx vitest run' },
      machine: 'linux-x64',
      startedAt: '2026-01-02T03:04:05.000Z',
      trials: times(trials, () => ({ side: 'head', result: 'failed', durationMs: 1, error })),
    }
  })

/** Each write of the API. Those that remove what others need come last. */
export const WRITE_ENTRIES: Record<string, Entry> = {
  signIn: OF_CALLER,
  setPassword: OF_CALLER,
  readInvitation: OF_CALLER,
  joinWithInvitation: OF_CALLER,
  exchangeToken: 'It makes one key; its token has at most 16 KiB.',
  signOut: OF_CALLER,
  revokeSession: OF_CALLER,
  revokeOtherSessions: OF_CALLER,
  renewToken: OF_CALLER,
  changePassword: OF_CALLER,
  updatePerson: OF_CALLER,
  acceptInvitation: OF_CALLER,
  createOrganization: ONE_ROW,
  updateOrganization: ONE_ROW,
  createInvitation: ONE_ROW,
  withdrawInvitation: ONE_ROW,
  createKey: () => [post('/api/keys', { name: long(0, 100) })],
  createTrust: 'It counts at most 200 trusts.',
  updateTrust: ONE_ROW,
  createWebhook: 'It counts at most 20 webhooks.',
  testWebhook: 'It writes one delivery, and waits for the receiver outside its transactions.',
  switchAccount: ONE_ROW,
  updateProject: ONE_ROW,
  makeBadge: ONE_ROW,
  deleteBadge: ONE_ROW,
  setReviewSettings: () => [{ ...post('/api/review-settings', { keysMayDecide: true }), isPersonal: true }],
  setMonitorSettings: () => [post('/api/projects/shop/monitor', { branches: 'all', minRuns: 3 })],
  setRetention: () => [post('/api/retention', { auditDays: 'forever' })],
  addFacts: ({ head, running }) =>
    [head, running].map((id) =>
      post(`/api/executions/${id}/facts`, {
        headSha: sha(0),
        ancestry: times(LIMITS.ancestry, (i) => ({ sha: sha(i), parents: [sha(i + 1)], tree: sha(i) })),
        changedFiles: times(LIMITS.changedFiles, (i) => ({ path: long(i, 150), status: 'modified' })),
      }),
    ),
  settleExecution: ({ running }) => [post(`/api/executions/${running}/settle`, {})],
  recordCulprit: 'It replaces one row of a failure.',
  sendExperiments: ({ head, base }) => [
    post('/api/experiments', { execution: head, experiments: experiments(80, 'm 1') }),
    post('/api/experiments', {
      execution: base,
      experiments: experiments(5, 'c:/a~1 status 1 Mon Jan 01 '.repeat(120)),
    }),
  ],
  declareArtifacts: ({ journal }) =>
    times(5, (part) =>
      post('/api/artifacts', {
        journal,
        items: times(LIMITS.declaredArtifacts, (i) => ({
          entry: 0,
          number: i,
          sizeBytes: 10,
          sha256: part + i === 0 ? sha256OfEqualFile() : (part * 1_000 + i).toString(16).padStart(64, '0'),
        })),
      }),
    ),
  putArtifactUpload: () => [
    {
      method: 'PUT',
      path: `/api/artifacts/${publicId(KIND.artifact, 1)}/upload`,
      body: EQUAL_FILE,
      headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': '0' },
    },
  ],
  ingest: UPLOADS,
  uploadTestResults: UPLOADS,
  confirmRenames: ({ renamed }) => [post('/api/renames', { project: 'shop', renames: renamed })],
  // The first of a test's renames: the monitors of all its later names are taken back.
  undoRename: () => [remove(`/api/renames/${publicId(KIND.other, 1)}`)],
  putDocument: DOCUMENTS,
  pushDocuments: DOCUMENTS,
  deleteDocument: DOCUMENTS,
  acceptProposal: DOCUMENTS,
  createProposal: () => [
    post('/api/proposals', {
      project: 'old1',
      document: 'new.md',
      content: prose(LIMITS.documentBytes - 2_000, 2),
      evidence: 'e',
      reasoning: 'r',
    }),
  ],
  rejectProposal: () => [
    post(`/api/proposals/${publicId(KIND.proposal, 1)}/reject`, { reason: long(0, 16_384) }),
  ],
  putTemplate: () => [
    put('/api/templates', { path: 'held/up', title: 't', category: 'patterns', content: 'x'.repeat(65_536) }),
  ],
  deleteTemplate: ONE_ROW,
  tieDocument: ({ fingerprint }) => [
    put('/api/documents', { project: 'shop', path: 'tied.md', content: '# Tied\n' }),
    put(`/api/failures/${fingerprint}/documents`, {
      project: 'shop',
      document: 'tied.md',
      cause: long(0, LIMITS.explanationLength),
      fix: long(1, LIMITS.explanationLength),
    }),
  ],
  untieDocument: ONE_ROW,
  registerAgent: () => [
    post('/api/bus/agents', {
      name: AGENT,
      instance: 'bench',
      capabilities: Object.fromEntries(times(1_000, (i) => [`key${i}`, [i]])),
    }),
  ],
  updateAgent: () => [
    post('/api/bus/agents/a9', { capabilities: Object.fromEntries(times(1_000, (i) => [`key${i}`, [i]])) }),
  ],
  assignAgent: ONE_ROW,
  unassignAgent: ONE_ROW,
  createAgentKey: ONE_ROW,
  takeOverAgent: 'It changes one row of its agent, and its keys.',
  subscribeToEvent: 'It counts at most 100 subscriptions of one agent.',
  unsubscribe: ONE_ROW,
  requestRerun: ({ tests }) => [
    post('/api/bus/reruns', {
      agent: AGENT,
      project: 'shop',
      tests: tests.slice(0, 20),
      commit: 'a'.repeat(40),
      assignedTo: AGENT,
    }),
  ],
  verifyFix: ({ fingerprint }) => [
    post('/api/bus/fix-verifications', {
      agent: AGENT,
      project: 'shop',
      fingerprint,
      commit: 'a'.repeat(40),
    }),
  ],
  sendMessage: () => {
    const message = times(LIMITS.busMessageBytes / 8, (i) => `w${i}`)
      .join(' ')
      .slice(0, LIMITS.busMessageBytes)
    const call = post('/api/bus/messages', { agent: AGENT, to: 'a5', message })
    return [call, { ...call, times: 400, together: true }]
  },
  markMessagesRead: () => [
    post('/api/bus/inbox/read', { agent: AGENT, ids: times(200, (i) => publicId(KIND.other, i)) }),
  ],
  acknowledgeMessages: () => [
    post('/api/bus/messages/ack', { agent: AGENT, ids: times(1_000, (i) => publicId(KIND.other, i)) }),
  ],
  createTask: () => [
    post('/api/bus/tasks', {
      agent: AGENT,
      assignedTo: AGENT,
      title: 't',
      payload: { all: times(17_000, (i) => `${i} word`) },
    }),
  ],
  updateTask: () => [
    put(`/api/bus/tasks/${publicId(KIND.task, 1)}`, {
      agent: AGENT,
      status: 'done',
      result: { all: times(17_000, (i) => `${i} word`) },
    }),
  ],
  claimTask: ONE_ROW,
  takeLease: ONE_ROW,
  releaseLease: ONE_ROW,
  removeAgent: () => [remove('/api/bus/agents/a3')],
  resendDeliveries: () => [post(`/api/webhooks/${publicId(KIND.webhook, 1)}/deliveries/resend`, {})],
  updateWebhook: () => [post(`/api/webhooks/${publicId(KIND.webhook, 2)}`, { enabled: false })],
  deleteWebhook: () => [remove(`/api/webhooks/${publicId(KIND.webhook, 3)}`)],
  deleteTrust: () => [remove(`/api/oidc-trusts/${publicId(KIND.trust, 1)}`)],
  revokeKey: () => [remove(`/api/keys/${publicId(KIND.key, 1)}?credentials=revoke`)],
  changeRole: () => [
    post(`/api/members/${publicId(KIND.person, 1)}`, { role: 'viewer', credentials: 'revoke' }),
  ],
  removeMember: () => [remove(`/api/members/${publicId(KIND.person, 2)}?credentials=revoke`)],
  deleteExecution: ({ head }) => [remove(`/api/executions/${head}`)],
  deleteProject: () => [remove('/api/projects/old1'), remove('/api/projects/shop')],
  deleteOrganization: () => [remove('/api/organization?confirm=default')],
}

/** Each repeated job, in this order; `deletion` then has what the writes deleted. */
export const JOB_ENTRIES: Record<string, string | { times: number }> = {
  readiness: 'It writes 1 MiB only after a full disk.',
  settling: { times: 1 },
  events: { times: 3 },
  webhooks: { times: 2 },
  work: { times: 1 },
  expiry: { times: 1 },
  messages: { times: 1 },
  'silent-agents': { times: 1 },
  tidying: { times: 1 },
  accounts: { times: 1 },
  tokens: { times: 1 },
  indexing: { times: 1 },
  'knowledge-index': { times: 1 },
  embeddings: 'It marks at most a batch of chunks in a transaction, and waits for the model outside it.',
  limits: 'It writes nothing.',
  artifacts: { times: 1 },
  orphans: { times: 1 },
  retention: { times: 1 },
  deletion: { times: 20 },
}
