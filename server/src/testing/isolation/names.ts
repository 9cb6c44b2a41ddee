import type { Field, Walked } from './operations.ts'

/** Kinds of things that a value may identify. A slug, a branch or a sha identifies something as an id does. */
export type Kind =
  | 'execution'
  | 'artifact'
  | 'upload'
  | 'journal'
  | 'key'
  | 'webhook'
  | 'agent'
  | 'task'
  | 'subscription'
  | 'verification'
  | 'proposal'
  | 'template'
  | 'trust'
  | 'member'
  | 'invitation'
  | 'session'
  | 'rename'
  | 'document'
  | 'path'
  | 'folder'
  | 'chunk'
  | 'test'
  | 'failure'
  | 'pullRequest'
  | 'project'
  | 'branch'
  | 'suite'
  | 'build'
  | 'framework'
  | 'leg'
  | 'variant'
  | 'sha'
  | 'repository'
  | 'repositoryId'
  | 'words'
  | 'bytes'
  | 'email'
  | 'organization'
  | 'badge'
  | 'agent'
  | 'message'
  | 'link'
  | 'cursor'

/** A value that identifies nothing, with what to send if it is required. */
interface Plain {
  sample: (turn: number) => unknown
}

const plain = (sample: unknown = undefined): Plain => ({ sample: () => sample })

/**
 * What each field identifies. The key of a path parameter is the segment before it and its name. Any other field has
 * its own name as key, or `operation.field` if the name means different things.
 */
const NAMES: Record<string, Kind | Plain> = {
  'executions/:id': 'execution',
  'artifacts/:id': 'artifact',
  'getArtifactUpload.id': 'upload',
  'putArtifactUpload.id': 'upload',
  'keys/:id': 'key',
  'webhooks/:id': 'webhook',
  'oidc-trusts/:id': 'trust',
  'members/:id': 'member',
  'invitations/:id': 'invitation',
  'sessions/:id': 'session',
  'renames/:id': 'rename',
  'documents/:id': 'document',
  'proposals/:id': 'proposal',
  'templates/:id': 'template',
  // Revisions are counted from 1 in each document, which the path names as well.
  'revisions/:number': plain('1'),
  'tests/:id': 'test',
  'failures/:fingerprint': 'failure',
  'pull-requests/:number': 'pullRequest',
  'projects/:slug': 'project',
  'badge/:file': 'badge',
  'tasks/:id': 'task',
  'subscriptions/:id': 'subscription',
  'fix-verifications/:id': 'verification',
  'agents/:id': 'agent',
  'messages/:id': 'message',

  assignedTo: 'agent',
  base: 'execution',
  baseBranch: 'branch',
  baseSha: 'sha',
  branch: 'branch',
  build: 'build',
  commit: 'sha',
  confirm: 'organization',
  'confirmRenames.from': 'test',
  'confirmRenames.to': 'test',
  cursor: 'cursor',
  defaultBranch: 'branch',
  doc: 'document',
  document: 'document',
  'documents[].path': 'path',
  createdBy: 'agent',
  email: 'email',
  execution: 'execution',
  folder: 'folder',
  framework: 'framework',
  head: 'execution',
  headSha: 'sha',
  ids: 'chunk',
  'items[].sha256': 'bytes',
  journal: 'journal',
  leg: 'leg',
  mergeBaseSha: 'sha',
  organization: 'organization',
  path: 'path',
  pr: 'pullRequest',
  project: 'project',
  pullRequest: 'pullRequest',
  q: 'words',
  query: 'words',
  // A search without a sha that the server would look up.
  'commits[].sha': plain('0123456789'.repeat(4)),
  'commits[].author': plain('Ada'),
  'commits[].subject': plain('Add a discount'),
  commitCount: plain(1),
  good: plain('9876543210'.repeat(4)),
  searched: plain(8),
  probability: plain(0.98),
  'before.failed': plain(0),
  'before.passed': plain(9),
  'after.failed': plain(4),
  'after.passed': plain(0),
  skipped: plain(0),
  'recordCulprit.command': plain('npx vitest run'),
  // Trials of a test that every execution of the walk has.
  'experiments[].id': { sample: (turn) => `00000000-0000-4000-9000-${String(turn).padStart(12, '0')}` },
  'experiments[].purpose': plain('proof'),
  'experiments[].after[]': plain('cart.test.ts'),
  'experiments[].test.file': plain('shop.test.ts'),
  'experiments[].test.titles[]': plain('walks'),
  'experiments[].test.variant': plain(),
  'experiments[].test.leg': 'leg',
  'experiments[].head.commit': plain('0123456789'.repeat(4)),
  'experiments[].head.dirty': plain(false),
  'experiments[].head.command': plain('npx vitest run'),
  'experiments[].base.commit': plain(),
  'experiments[].base.branch': plain(),
  'experiments[].base.isOlder': plain(),
  'experiments[].base.command': plain(),
  'experiments[].machine': plain('linux-x64'),
  'experiments[].startedAt': plain('2026-01-02T03:04:05.000Z'),
  'experiments[].trials[].side': plain('head'),
  'experiments[].trials[].result': plain('passed'),
  'experiments[].trials[].durationMs': plain(1),
  'experiments[].trials[].reason': plain(),
  'experiments[].trials[].error.name': plain(),
  'experiments[].trials[].error.message': plain(),
  'experiments[].trials[].error.stack': plain(),
  'experiments[].trials[].error.location.file': plain(),
  'experiments[].trials[].error.cause.name': plain(),
  'experiments[].trials[].error.cause.message': plain(),
  'renames[].from': 'test',
  'renames[].to': 'test',
  'movedFrom[]': 'path',
  'remove[]': 'path',
  repo: 'repository',
  repository: 'repository',
  repositoryId: 'repositoryId',
  suite: 'suite',
  test: 'test',
  'takeLease.id': 'failure',
  'releaseLease.id': 'failure',
  'requestRerun.tests[]': 'test',
  token: 'link',
  variant: 'variant',

  fingerprint: 'failure',
  fingerprints: 'failure',
  'findFailureDocuments.tests': 'test',
  agent: 'agent',
  thread: 'message',
  replyTo: 'message',
  'sendMessage.to': 'agent',
  'takeOverAgent.key': 'key',
  'markMessagesRead.ids[]': 'message',
  'markMessagesRead.partOf': 'message',
  'acknowledgeMessages.ids[]': 'message',
  // A delivery of the webhook, which the path names as well.
  'resendDeliveries.delivery': plain(),
  'listMessages.from': plain(),

  action: plain(),
  // The project then knows this sha itself, which a tie with it says; a hidden one must stay hidden for the ties.
  'addFacts.headSha': plain('0123456789'.repeat(4)),
  'ancestry[].parents[]': plain(),
  'ancestry[].sha': plain(),
  'ancestry[].tree': plain(),
  committedAt: plain(),
  cause: plain(),
  'changedFiles[].formerPath': plain(),
  'changedFiles[].path': plain(),
  content: plain('# walked\n'),
  endedAfter: plain(),
  'createTask.deadline': plain(),
  'createTask.payload': plain({}),
  'updateTask.result': plain({}),
  'createTask.description': plain(),
  'requestRerun.description': plain(),
  'requestRerun.deadline': plain(),
  'updateTask.deadline': plain(),
  current: plain('no password of anybody'),
  // A secret of a browser, which only spares it a wait.
  device: plain(),
  'documents[].content': plain('# walked\n'),
  'documents[].hash': plain(),
  'events[]': plain(),
  evidence: plain('walked'),
  expiresAt: plain(),
  file: plain(),
  fix: plain(),
  from: plain(),
  'getPrompt.name': plain('svc_auditor'),
  grep: plain(),
  capabilities: plain(),
  channel: plain(),
  clientMessageId: plain(),
  displayName: plain('walked'),
  expiresInSeconds: plain(),
  instance: plain('walked'),
  keyId: plain(),
  message: plain('walked'),
  model: plain('walked'),
  'registerAgent.name': { sample: (turn) => `walked-${turn}` },
  signature: plain(),
  timestamp: plain(),
  issuer: plain(),
  'items[].entry': plain(0),
  'items[].number': plain(0),
  'items[].sizeBytes': plain(),
  name: plain('walked'),
  // A text of CODEOWNERS, matched within the execution that the path names.
  owner: plain(),
  password: plain('no password of anybody'),
  // A name that every project may use.
  'putTemplate.path': plain('walked/template'),
  reason: plain('walked'),
  reasoning: plain('walked'),
  'refs[]': plain(),
  // Organizations share one name space, so a taken slug is refused with CONFLICT.
  slug: { sample: (turn) => `walked-${turn}` },
  title: plain('walked'),
  to: plain(),
  // A place in the caller's own inbox.
  upTo: plain(),
  status: plain(),
  url: plain('http://127.0.0.1:9/hooks/walked'),
}

/** Samples for numbers and closed sets. */
const CLOSED: Record<string, unknown> = {
  role: 'viewer',
  minRuns: 1,
  category: 'patterns',
  mode: 'code',
  keysMayDecide: false,
  subject: 'failure',
  event: 'base.broke',
}

/** The kind that a field identifies; null if it identifies nothing. Throws for a field without a line in `NAMES`. */
export function kindOf(operation: Walked, field: Field): Kind | null {
  const said = namedBy(operation, field)
  if (said !== undefined) return typeof said === 'string' ? said : null
  if (!field.isText && field.place !== 'path') return null
  throw new Error(
    `${operation.id} takes ${field.name}, which is unclassified: add a line for it to NAMES in ` +
      'server/src/testing/isolation/names.ts. If it identifies a new kind of thing, create one in fill.ts or belongings.ts.',
  )
}

/** What to send in a field that identifies nothing; undefined if it may be left out. */
export function sampleOf(operation: Walked, field: Field, turn: number): unknown {
  const said = namedBy(operation, field)
  if (typeof said === 'object') return said.sample(turn)
  return CLOSED[field.name]
}

function namedBy({ id, path }: Walked, { name, place }: Field): Kind | Plain | undefined {
  const before = path.split('/').at(path.split('/').indexOf(`:${name}`) - 1)
  return NAMES[`${id}.${name}`] ?? NAMES[place === 'path' ? `${before}/:${name}` : name]
}
