import { LIMITS } from '@svc/protocol'

/** One write with the most that its input may hold. */
export interface HeldUp {
  method: 'POST' | 'PUT'
  path: string
  body: unknown
}

/** What the bodies are about. */
export interface Ground {
  execution: string
}

const sha = (i: number) => i.toString(16).padStart(40, '0')
const long = (i: number, length: number) => `${i}`.padEnd(length, 'x')
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** The worst known body of each write whose cost follows its input, by operation. Documents have benchmarks of their own. */
export const bodies = ({ execution }: Ground): Record<string, HeldUp> => ({
  addFacts: post(`/api/executions/${execution}/facts`, {
    headSha: sha(0),
    ancestry: times(LIMITS.ancestry, (i) => ({ sha: sha(i), parents: [sha(i + 1)], tree: sha(i) })),
    changedFiles: times(LIMITS.changedFiles, (i) => ({ path: long(i, 150), status: 'modified' })),
  }),
  putTemplate: {
    method: 'PUT',
    path: '/api/templates',
    body: { path: 'held/up', title: 't', category: 'patterns', content: 'x'.repeat(65_536) },
  },
  registerAgent: post('/api/bus/agents', {
    name: 'held',
    instance: 'bench',
    capabilities: Object.fromEntries(times(1_000, (i) => [`key${i}`, [i]])),
  }),
  createTask: post('/api/bus/tasks', {
    agent: 'ada',
    assignedTo: 'ada',
    title: 't',
    payload: { all: times(5_000, (i) => ({ i })) },
  }),
  sendMessage: post('/api/bus/messages', {
    agent: 'ada',
    to: 'ada',
    message: times(2_700, (i) => `w${i}`)
      .join(' ')
      .slice(0, LIMITS.messageBytes),
  }),
  setRetention: post('/api/retention', { archiveAfterDays: 1, executionDays: 1 }),
  markMessagesRead: post('/api/bus/inbox/read', {
    agent: 'ada',
    ids: times(200, (i) => `00000000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`),
  }),
  createKey: post('/api/keys', { name: long(0, 100) }),
})

const post = (path: string, body: unknown): HeldUp => ({ method: 'POST', path, body })
