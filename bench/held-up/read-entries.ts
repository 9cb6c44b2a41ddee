import { type Entry, get, missing, refused, times } from './entry.ts'
import { AGENT, KIND } from './ground.ts'
import { publicId } from './insert-series.ts'

/** Why an operation cannot grow. */
const ONE_ROW = 'It reads a few rows, named by unique keys.'
const OF_CALLER = 'It concerns one person, whose sessions and organizations are limited.'
const DOCUMENTS = 'It reads documents; the benchmarks knowledge-speed and held-up-documents measure them.'
const STREAM = 'A stream; the benchmark bus-streams measures it.'
const BYTES = 'Bytes of one file, as fast as the client reads them.'
const PAGE = 'limit=200'

/** Each read of the API, about the most that is stored. */
export const READ_ENTRIES: Record<string, Entry> = {
  whoAmI: ONE_ROW,
  listSessions: OF_CALLER,
  listOrganizations: OF_CALLER,
  getRetention: ONE_ROW,
  getReviewSettings: ONE_ROW,
  getMonitorSettings: ONE_ROW,
  getBadge: ONE_ROW,
  getLimits: () => [get('/api/limits')],
  getHealth: 'It reads nothing.',
  getReadiness: 'It reads one row.',
  getArtifact: BYTES,
  getArtifactUpload: ONE_ROW,
  streamMessages: STREAM,
  streamExecutionEvents: 'A stream; each event has the state of one execution.',
  streamEvents: 'A stream; each event has the names of projects.',
  getWall: () => [get('/api/wall')],
  getBadgePicture: 'Its status is read as getOverview reads it, and is drawn with one text.',
  listAccounts: () => [get(`/api/accounts?${PAGE}`)],
  listProjects: () => [get(`/api/projects?${PAGE}`)],
  listKeys: () => [get(`/api/keys?${PAGE}`)],
  listMembers: () => [get(`/api/members?${PAGE}`)],
  listMemberCredentials: () => [get(`/api/members/${publicId(KIND.person, 1)}/credentials`)],
  listInvitations: () => [get(`/api/invitations?${PAGE}`)],
  listAudit: () => [get(`/api/audit?${PAGE}`)],
  listTrusts: () => [get(`/api/oidc-trusts?${PAGE}`)],
  listWebhooks: () => [get(`/api/webhooks?${PAGE}`)],
  listDeliveries: () => [get(`/api/webhooks/${publicId(KIND.webhook, 1)}/deliveries?${PAGE}`)],
  listRefusedUploads: () => [get(`/api/refused-uploads?${PAGE}`)],
  listAgents: () => [get(`/api/bus/agents?${PAGE}`)],
  getAgent: () => [get(`/api/bus/agents/${AGENT}`), missing('/api/bus/agents/zzz')],
  listMessages: () => [
    get(`/api/bus/messages?agent=a2&${PAGE}`),
    get(`/api/bus/messages?agent=a2&q=message+failed+run&${PAGE}`),
    get(`/api/bus/messages?agent=a4&${PAGE}`),
  ],
  listOrganizationMessages: () => [{ ...get(`/api/bus/mail?${PAGE}`), isPersonal: true }],
  getMessage: ONE_ROW,
  readInbox: () => [
    get(`/api/bus/inbox?agent=a2&${PAGE}`),
    get(`/api/bus/inbox?agent=a4&status=all&${PAGE}`),
  ],
  listTasks: () => [
    get(`/api/bus/tasks?${PAGE}`),
    get(`/api/bus/tasks?status=done&endedAfter=1970-01-01&${PAGE}`),
  ],
  getTask: () => [get(`/api/bus/tasks/${publicId(KIND.task, 1)}`)],
  listLeases: () => [get(`/api/bus/leases?${PAGE}`)],
  listSubscriptions: () => [get(`/api/bus/subscriptions?agent=${AGENT}&${PAGE}`)],
  listFixVerifications: () => [get(`/api/bus/fix-verifications?${PAGE}`)],
  getFixVerification: ONE_ROW,
  listExecutions: () => [get(`/api/executions?q=b&${PAGE}`)],
  listExecutionFailures: ({ head }) => [
    get(`/api/executions/${head}/failures?${PAGE}`),
    get(`/api/executions/${head}/failures?q=zzz&${PAGE}`),
  ],
  getExecution: ({ head }) => [
    get(`/api/executions/${head}`),
    get(`/api/executions/${head}?limit=200000&status=failed`),
  ],
  listResults: ({ head, small }) => [
    get(`/api/executions/${head}/results?limit=25000`),
    get(`/api/executions/${head}/results?q=zzz&limit=25000&sort=slowest`),
    get(`/api/executions/${head}/results?owner=none&limit=25000`),
    get(`/api/executions/${small}/results?limit=25000`),
    get(`/api/executions/${small}/results?owner=none&limit=25000`),
  ],
  listExperiments: 'An execution has at most 200, each with at most 200 short trials.',
  listArtifacts: ({ withFiles }) => [get(`/api/executions/${withFiles}/artifacts?${PAGE}`)],
  getArtifactText: ({ text, zip }) => [
    get(`/api/artifacts/${text}/text?maxTokens=20000`),
    get(`/api/artifacts/${text}/text?grep=zzz&maxTokens=20000`),
    get(`/api/artifacts/${text}/text?grep=a&maxTokens=20000`),
    get(`/api/artifacts/${zip}/text?maxTokens=20000`),
    get(`/api/artifacts/${zip}/text?file=f0.txt&grep=zzz&maxTokens=20000`),
  ],
  compareExecutions: ({ head, base, small }) => [
    get(`/api/compare?head=${head}&base=${base}&limit=200`),
    get(`/api/compare?head=${head}&limit=200&group=ranked`),
    get(`/api/compare?head=${small}&limit=200`),
  ],
  getReport: ({ head, small }) => [
    get(`/api/executions/${head}/report`),
    get(`/api/executions/${small}/report`),
  ],
  getPullRequest: () => [get('/api/pull-requests/7?maxBytes=900000')],
  listPullRequests: () => [get('/api/pull-requests?days=90&limit=100')],
  listFailures: ({ head, small }) => [
    get(`/api/failures?execution=${head}&${PAGE}`),
    get(`/api/failures?execution=${small}&${PAGE}`),
    get(`/api/failures?project=shop&${PAGE}`),
    get(`/api/failures?project=shop&q=zzz&${PAGE}`),
  ],
  getFailure: ({ fingerprint }) => [get(`/api/failures/${fingerprint}?project=shop&${PAGE}`)],
  getFailureContext: ({ head, small }) => [
    get(`/api/failure-context?execution=${head}&maxTokens=20000`),
    get(`/api/failure-context?execution=${small}&maxTokens=20000`),
  ],
  findExecutions: () => [get('/api/find/executions?project=shop')],
  findTests: () => [get(`/api/find/tests?project=shop&test=${'case '.repeat(20)}&limit=50`)],
  find: () => [get('/api/find?q=returns'), get('/api/find?q=e')],
  listFailureDocuments: ({ fingerprint }) => [get(`/api/failures/${fingerprint}/documents?project=shop`)],
  findFailureDocuments: ({ fingerprint, tests }) => [
    get(`/api/find/failure-documents?project=shop&fingerprints=${fingerprint}&tests=${tests[0]}`),
  ],
  listDocumentFailures: ONE_ROW,
  listFlakyTests: () => [
    get(`/api/flaky-tests?project=shop&days=90&${PAGE}`),
    get(`/api/flaky-tests?project=shop&days=90&owner=none&${PAGE}`),
    get(`/api/flaky-tests?project=shop&days=90&sort=owner&${PAGE}`),
  ],
  listTests: () => [
    get(`/api/tests?project=shop&${PAGE}`),
    get(`/api/tests?project=shop&q=e&${PAGE}`),
    get(`/api/tests?project=shop&q=zzzz&${PAGE}`),
    get(`/api/tests?project=shop&owner=none&${PAGE}`),
  ],
  getTest: ({ tests }) => [get(`/api/tests/${tests[0]}?project=shop&days=90&${PAGE}`)],
  getMetrics: () => [get('/api/metrics?project=shop')],
  listSuites: () => [get(`/api/suites?project=shop&${PAGE}`)],
  getTrends: () => [get('/api/trends?project=shop&granularity=daily')],
  getHome: () => [get('/api/home')],
  getOverview: () => [get('/api/overview?project=shop')],
  listOwners: () => [get('/api/owners?project=shop')],
  listRenames: () => [get(`/api/renames?state=all&${PAGE}`)],
  listDocuments: () => [
    get(`/api/documents?project=old1&${PAGE}`),
    get(`/api/documents?project=old1&q=zz&${PAGE}`),
    get(`/api/documents?project=old2&${PAGE}`),
    get(`/api/documents?project=old2&q=zz&${PAGE}`),
  ],
  listFolders: () => [get('/api/documents/tree?project=old2'), get('/api/documents/tree')],
  readDocument: () => [
    get('/api/documents/read?doc=nested.md&project=shop'),
    get('/api/documents/read?doc=nested.md%23part+77&project=shop'),
    missing('/api/documents/read?doc=nested.md%23zzz&project=shop'),
    get('/api/documents/read?doc=prose.md&project=shop&maxTokens=1000000'),
    missing('/api/documents/read?doc=zzz'),
    missing(`/api/documents/read?doc=${'z%23'.repeat(20)}`),
  ],
  getDocument: () => [get(`/api/documents/${publicId(KIND.document, 1)}`)],
  listRevisions: () => [get(`/api/documents/${publicId(KIND.document, 1)}/revisions?${PAGE}`)],
  getRevision: () => [get(`/api/documents/${publicId(KIND.document, 1)}/revisions/1`)],
  readChunks: DOCUMENTS,
  searchKnowledge: DOCUMENTS,
  listProposals: () => [get(`/api/proposals?project=old1&${PAGE}`)],
  getProposal: () => [get(`/api/proposals/${publicId(KIND.proposal, 1)}`)],
  listTemplates: () => [get('/api/templates')],
  getTemplate: ONE_ROW,
  getGuidelines: () => [get('/api/guidelines?project=shop&mode=code&full=true')],
  getPrompt: () =>
    ['svc_architect', 'svc_auditor', 'svc_documenter'].map((name) =>
      get(`/api/prompts?name=${name}&project=shop`),
    ),
}

/** Not operations: bodies whose form, not whose size, may cost much. */
export const BODY_ENTRIES: Record<string, Entry> = {
  // As many values as a body may have.
  'push-of-unknown-keys': () => [
    refused('/api/documents/push', Object.fromEntries(times(24_000, (i) => [`k${i}`, 1]))),
  ],
  'push-of-objects': () => [refused('/api/documents/push', `{"documents":[${'{"a":1},'.repeat(950_000)}1]}`)],
  'push-of-keys': () => [
    refused(
      '/api/documents/push',
      `{${Array.from({ length: 600_000 }, (_, i) => `"k${i.toString(36)}":1`).join(',')}}`,
    ),
  ],
  'push-of-brackets': () => [
    refused('/api/documents/push', `{"documents":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`),
  ],
  'push-of-numbers': () => [refused('/api/documents/push', `{"documents":[${'1e5,'.repeat(2_000_000)}1]}`)],
  'push-of-long-number': () => [refused('/api/documents/push', `{"project":${'9'.repeat(8_000_000)}}`)],
  'push-of-escapes': () => [refused('/api/documents/push', `{"project":"${'\\u0041'.repeat(1_300_000)}"}`)],
  'mcp-of-objects': () => [
    refused('/mcp', `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[${'{"a":1},'.repeat(950_000)}1]}}`),
  ],
  'mcp-of-brackets': () => [
    refused(
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}}`,
    ),
  ],
}
