import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@svc/protocol'
import type { BenchServer } from '../bench-server.ts'
import { headings, longWords, nested, prose } from './document-texts.ts'
import { ask } from './neighbour.ts'

/** A costly write of documents by one organization. */
export interface DocumentWrite {
  /** Before the measurement. */
  before?(server: BenchServer): Promise<unknown>
  send(server: BenchServer): Promise<number>
  /** True if the server has to refuse it as too large. */
  isRefused?: true
}

const ALMOST = LIMITS.documentBytes - 1_024

const push = (server: BenchServer, documents: { path: string; content: string }[]) =>
  ask(server, 'POST', '/api/documents/push', { project: 'docs', documents })
const put = (server: BenchServer, content: string, more: object = {}, path = 'a.md') =>
  ask(server, 'PUT', '/api/documents', { project: 'docs', path, content, ...more })
const many = (count: number, content: (at: number) => string, folder = 'd') =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}/${at}.md`, content: content(at) }))

/** A folder of 2,000 documents. */
const folder = (name: string) => many(2_000, (at) => `# Part ${at}\n\n${prose(11_000, at)}`, name)

async function idOf(server: BenchServer, path: string): Promise<string> {
  const { data } = await server.json<{ data: { id: string; path: string }[] }>('/api/documents?project=docs')
  return data.find((one) => one.path === path)?.id ?? ''
}

const atOnce = async (writes: Promise<number>[]): Promise<number> => Math.max(...(await Promise.all(writes)))

export const NOTHING = 'nothing sent'

/** Bodies and changes of documents that held others up, or could. */
export const DOCUMENT_WRITES: Record<string, DocumentWrite> = {
  [NOTHING]: {
    async send() {
      await sleep(5_000)
      return 200
    },
  },
  '12 puts of one document at once': {
    before: (server) => put(server, prose(ALMOST, 0)),
    send: (server) => atOnce(Array.from({ length: 12 }, (_, at) => put(server, prose(ALMOST, at + 1)))),
  },
  'puts of 5 documents at once': {
    send: (server) =>
      atOnce(many(5, (at) => prose(ALMOST, at)).map(({ path, content }) => put(server, content, {}, path))),
  },
  'push of 50 × 120 KB prose': {
    send: (server) =>
      push(
        server,
        many(50, (at) => prose(128_000, at)),
      ),
  },
  'two refused texts of short lines': {
    isRefused: true,
    send: (server) => atOnce(['a.md', 'b.md'].map((path) => put(server, 'a\n'.repeat(ALMOST / 2), {}, path))),
  },
  'deletion of 2,000 by a push': {
    before: (server) => push(server, folder('d')),
    send: (server) =>
      ask(server, 'POST', '/api/documents/push', {
        project: 'docs',
        documents: [],
        remove: Array.from({ length: 2_000 }, (_, at) => `d/${at}.md`),
      }),
  },
  'move of a folder of 2,000': {
    before: (server) => push(server, folder('d')),
    send: (server) =>
      ask(server, 'POST', '/api/documents/push', {
        project: 'docs',
        documents: folder('e'),
        movedFrom: Array.from({ length: 2_000 }, (_, at) => `d/${at}.md`),
      }),
  },
  'push of 15 × 55,000 headings': {
    send: (server) =>
      push(
        server,
        many(15, (at) => headings(55_000, `${at}`)),
      ),
  },
  'put of 55,000 headings': { isRefused: true, send: (server) => put(server, headings(55_000)) },
  'push of 15 × 4,900 headings': {
    send: (server) =>
      push(
        server,
        many(15, (at) => headings(4_900, `${at}`)),
      ),
  },
  'search while 7 × 1 MiB prose are pushed': {
    async send(server) {
      let isOver = false
      const pushing = push(
        server,
        many(7, (at) => prose(ALMOST, at)),
      ).finally(() => {
        isOver = true
      })
      const searching = async () => {
        while (!isOver) await ask(server, 'GET', '/api/search?query=bababa+text&project=docs&limit=50')
      }
      const [status] = await Promise.all([pushing, searching(), searching()])
      return status
    },
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
  'move with 30 proposals': {
    async before(server) {
      await push(server, [{ path: 'a.md', content: prose(ALMOST, 1) }])
      for (let at = 0; at < 30; at++)
        await ask(server, 'POST', '/api/proposals', {
          project: 'docs',
          document: 'a.md',
          content: prose(ALMOST, at + 3),
          evidence: 'measured',
          reasoning: 'to measure it',
        })
    },
    send: (server) =>
      ask(server, 'POST', '/api/documents/push', {
        project: 'docs',
        documents: [{ path: 'b/c.md', content: prose(ALMOST, 1) }],
        movedFrom: ['a.md'],
      }),
  },
  'acceptance of a proposal': {
    async before(server) {
      await ask(server, 'POST', '/api/proposals', {
        project: 'docs',
        document: 'a.md',
        content: prose(ALMOST, 3),
        evidence: 'measured',
        reasoning: 'to measure it',
      })
    },
    async send(server) {
      const { data } = await server.json<{ data: { id: string }[] }>('/api/proposals?project=docs')
      return ask(server, 'POST', `/api/proposals/${data[0]?.id}/accept`, {})
    },
  },
  'deletion of one below long headings': {
    before: (server) => put(server, nested()),
    send: async (server) => ask(server, 'DELETE', `/api/documents/${await idOf(server, 'a.md')}`),
  },
  'deletion of a project': {
    async before(server) {
      await push(server, folder('d'))
      await put(server, nested(), {}, 'nested.md')
      // Two steps of its revisions, and a part: more would only be more steps.
      for (let at = 0; at < 45; at++) await put(server, prose(ALMOST, at))
    },
    async send(server) {
      const status = await ask(server, 'DELETE', '/api/projects/docs')
      for (let times = 0; times < 20; times++) await server.runJob('deletion')
      return status
    },
  },
  deletion: {
    async before(server) {
      for (let at = 0; at < 30; at++) await put(server, prose(ALMOST, at))
    },
    send: async (server) => ask(server, 'DELETE', `/api/documents/${await idOf(server, 'a.md')}`),
  },
}
