import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@svc/protocol'
import type { StoreAddress } from '../../server/src/store/open.ts'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { memoryMib } from '../memory.ts'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { headings, longWords, nested, prose } from './document-texts.ts'
import { addNeighbour, ask, type Neighbour } from './neighbour.ts'

const GOAL_MS = 250
const GOAL_LOOP_MS = 50
const GOAL_REST_MIB = 150
const REST_MS = 3_000
/** A large thread that reads documents ends after 1 s, and V8 gives its pages back within 10 s. */
const MEMORY_REST_MS = 20_000

/** A costly write of documents by one organization. */
interface DocumentWrite {
  /** Before the measurement. */
  before?(server: BenchServer): Promise<unknown>
  send(server: BenchServer): Promise<number>
}

const ALMOST = LIMITS.documentBytes - 1_024

const push = (server: BenchServer, documents: { path: string; content: string }[]) =>
  ask(server, 'POST', '/api/documents/push', { project: 'docs', documents })
const put = (server: BenchServer, content: string, more: object = {}, path = 'a.md') =>
  ask(server, 'PUT', '/api/documents', { project: 'docs', path, content, ...more })
const many = (count: number, content: (at: number) => string, folder = 'd') =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}/${at}.md`, content: content(at) }))

async function idOf(server: BenchServer, path: string): Promise<string> {
  const { data } = await server.json<{ data: { id: string; path: string }[] }>('/api/documents?project=docs')
  return data.find((one) => one.path === path)?.id ?? ''
}

/** Bodies and changes of documents that held others up, or could. */
const DOCUMENT_WRITES: Record<string, DocumentWrite> = {
  'nothing, for comparison': {
    async send() {
      await sleep(5_000)
      return 200
    },
  },
  'push of 15 × 55,000 headings': {
    send: (server) =>
      push(
        server,
        many(15, (at) => headings(55_000, `${at}`)),
      ),
  },
  'put of 55,000 headings': { send: (server) => put(server, headings(55_000)) },
  'push of 15 × 4,900 headings': {
    send: (server) =>
      push(
        server,
        many(15, (at) => headings(4_900, `${at}`)),
      ),
  },
  'push of 7 × 1 MiB prose': {
    send: (server) =>
      push(
        server,
        many(7, (at) => prose(ALMOST, at)),
      ),
  },
  'push of 1,000 × 7 KiB prose': {
    send: (server) =>
      push(
        server,
        many(1_000, (at) => prose(15_000, at)),
      ),
  },
  '25 × 1 MiB prose, 5 at a time': {
    async send(server) {
      let status = 200
      for (let round = 0; round < 5; round++)
        for (const one of await Promise.all(
          many(5, (at) => prose(ALMOST, round * 5 + at), `r${round}`).map(({ path, content }) =>
            put(server, content, {}, path),
          ),
        ))
          if (one !== 200) status = one
      return status
    },
  },
  'put below long headings': { send: (server) => put(server, nested()) },
  'put of long words': { send: (server) => put(server, longWords(16_000)) },
  'revision of every line': {
    before: (server) => put(server, prose(ALMOST, 1)),
    send: (server) => put(server, prose(ALMOST, 2)),
  },
  'revision of 4,900 headings': {
    before: (server) => put(server, headings(4_900)),
    send: (server) => put(server, headings(4_900, 'x')),
  },
  'change of the title': {
    before: (server) => put(server, prose(ALMOST, 1)),
    send: (server) => put(server, prose(ALMOST, 1), { title: 'Another title' }),
  },
  'change of the visibility': {
    before: (server) => put(server, prose(ALMOST, 1)),
    send: (server) => put(server, prose(ALMOST, 1), { visibility: 'shared' }),
  },
  move: {
    before: (server) => push(server, [{ path: 'a.md', content: prose(ALMOST, 1) }]),
    send: (server) =>
      ask(server, 'POST', '/api/documents/push', {
        project: 'docs',
        documents: [{ path: 'b/c.md', content: prose(ALMOST, 1) }],
        movedFrom: ['a.md'],
      }),
  },
  'acceptance of a proposal': {
    before: (server) =>
      ask(server, 'POST', '/api/proposals', {
        project: 'docs',
        document: 'a.md',
        content: prose(ALMOST, 3),
        evidence: 'measured',
        reasoning: 'to measure it',
      }),
    async send(server) {
      const { data } = await server.json<{ data: { id: string }[] }>('/api/proposals?project=docs')
      return ask(server, 'POST', `/api/proposals/${data[0]?.id}/accept`, {})
    },
  },
  deletion: {
    async before(server) {
      for (let at = 0; at < 30; at++) await put(server, prose(ALMOST, at))
    },
    send: async (server) => ask(server, 'DELETE', `/api/documents/${await idOf(server, 'a.md')}`),
  },
}

interface Cost {
  name: string
  status: number
  seconds: number
  waits: Neighbour['longest']
  loopMs: number
  peakMib: number
  restMib: number
}

/** How long costly writes of documents hold up another organization, each on a server of its own. */
export async function benchDocumentsHeldUp(): Promise<Verdict[]> {
  heading('Writes of documents that hold others up')
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
  const shapes = Object.entries(DOCUMENT_WRITES).filter(
    ([name]) => only === undefined || only.split(',').some((part) => name.includes(part)),
  )
  const costs: Cost[] = []
  for (const [name, shape] of shapes) {
    costs.push(await withFolder((folder) => measure({ folder }, name, shape)))
    costs.push(await withPostgres((postgres) => measure({ postgres }, `${name}, Postgres`, shape)))
  }
  table(
    [
      '',
      'status',
      'answer, s',
      'upload, ms',
      'small write, ms',
      'read, ms',
      'event loop, ms',
      'memory',
      'stays',
    ],
    costs.map(rowOf),
  )
  say(
    'The longest wait of another organization that uploads, writes and reads one after the other meanwhile.',
  )
  return [
    verdict('upload or small write of another organization', GOAL_MS, 'ms', costs, ({ waits }) =>
      Math.max(waits.upload, waits.write),
    ),
    verdict('event loop', GOAL_LOOP_MS, 'ms', costs, ({ loopMs }) => loopMs),
    verdict('memory that stays', GOAL_REST_MIB, 'MiB', costs, ({ restMib }) => restMib),
  ]
}

const rowOf = ({ name, status, seconds, waits, loopMs, peakMib, restMib }: Cost): string[] => [
  name,
  String(status),
  seconds.toFixed(1),
  ...[waits.upload, waits.write, waits.read, loopMs].map((ms) => ms.toFixed(0)),
  `+${peakMib.toFixed(0)} MiB`,
  `+${restMib.toFixed(0)} MiB`,
]

function verdict(area: string, most: number, unit: string, costs: Cost[], of: (cost: Cost) => number) {
  const worst = costs.toSorted((a, b) => of(b) - of(a))[0] as Cost
  const over = costs.filter((cost) => of(cost) > most).length
  return {
    area: `Held up by documents, ${area}`,
    goal: `≤ ${most} ${unit}`,
    measured: `${figure(of(worst), unit)} (${worst.name}); ${over} of ${costs.length} over it`,
    isMet: over === 0,
  }
}

async function measure(address: StoreAddress, name: string, shape: DocumentWrite): Promise<Cost> {
  const server = await startBenchServer(address, { documentThreads: true })
  try {
    await server.ingest(uploadBody({ project: 'docs', build: 'first' }))
    const neighbour = await addNeighbour(server)
    await shape.before?.(server)
    await sleep(REST_MS)
    // The maximum resident memory counts from here on.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = memoryMib(server.pid, 'VmRSS')
    await server.blockedMs()
    neighbour.begin()
    const begun = performance.now()
    const status = await shape.send(server)
    const seconds = (performance.now() - begun) / 1_000
    await neighbour.end()
    const loopMs = await server.blockedMs()
    const peakMib = memoryMib(server.pid, 'VmHWM') - before
    await sleep(MEMORY_REST_MS)
    const restMib = memoryMib(server.pid, 'VmRSS') - before
    const cost = { name, status, seconds, waits: neighbour.longest, loopMs, peakMib, restMib }
    say(rowOf(cost).join(' | '))
    return cost
  } finally {
    await server.close()
  }
}
