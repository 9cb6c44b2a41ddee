import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { EntryLine, IngestReceipt, JournalLine, Open } from '@svc/protocol'
import { listenOnLoopback } from '@svc/test-kit/loopback'

/** One request as the server saw it. */
export interface Seen {
  headers: IncomingHttpHeaders
  from: number
  lines: JournalLine[]
  bytes: number
}

/** `cut` breaks the connection, `stall` never answers, undefined is served as usual. */
export type Answering =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'cut'
  | 'stall'
  | undefined

export interface IngestServer {
  url: string
  seen: Seen[]
  /** Every entry taken, by journal, in order. */
  entries(journal?: string): EntryLine[]
  open(journal?: string): Open
  close(): Promise<void>
}

/** A loopback server that takes segments as the protocol says; `answering` may get in the way of request n. Its receipts hold the journal's warnings and the given ones. */
export const startServer = async (
  answering: (nth: number, seen: Seen) => Answering = () => undefined,
  warnings: string[] = [],
): Promise<IngestServer> => {
  const journals = new Map<string, { open: Open; entries: EntryLine[] }>()
  const seen: Seen[] = []

  const accept = ({
    from,
    lines,
  }: Seen): { status: number; headers?: Record<string, string>; body: string } => {
    const first = lines[0]
    if (first?.[0] !== 'open') return problem(400, 'INVALID_REQUEST', 'line 1: expected open')
    const journal = journals.get(first[2].journal) ?? { open: first[2], entries: [] }
    journals.set(first[2].journal, journal)
    journal.open = first[2]
    if (from > journal.entries.length) {
      const accepted = String(journal.entries.length)
      return { ...problem(409, 'CONFLICT', 'a gap'), headers: { 'svc-accepted': accepted } }
    }
    journal.entries.length = from
    journal.entries.push(...lines.filter((line) => line[0] !== 'open' && line[0] !== 'group'))
    const data: IngestReceipt = {
      journal: first[2].journal,
      accepted: journal.entries.length,
      execution: { id: 'e1', url: '/executions/e1', state: 'running' },
      warnings: [
        ...journal.entries.flatMap((entry) => (entry[0] === 'warning' ? [entry[1]] : [])),
        ...warnings,
      ],
    }
    return { status: 200, body: JSON.stringify({ success: true, data }) }
  }

  const server = createServer(async (request, response) => {
    const nth = seen.length
    const one = await read(request)
    seen.push(one)
    const answer = answering(nth, one)
    if (answer === 'cut') return void request.socket.destroy()
    if (answer === 'stall') return
    reply(response, answer ?? accept(one))
  })
  const { url, close } = await listenOnLoopback(server)
  const pick = (journal?: string) => (journal ? journals.get(journal) : [...journals.values()][0])
  return {
    url,
    seen,
    entries: (journal) => pick(journal)?.entries ?? [],
    open: (journal) => {
      const found = pick(journal)
      if (!found) throw new Error('no journal has arrived')
      return found.open
    },
    close,
  }
}

/** An address where nothing listens. */
export const closedAddress = async (): Promise<string> => {
  const server = await startServer()
  await server.close()
  return server.url
}

export const problem = (status: number, code: string, message: string) => ({
  status,
  body: JSON.stringify({ success: false, error: { code, message } }),
})

const read = async (request: IncomingMessage): Promise<Seen> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString('utf8')
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): JournalLine => JSON.parse(line))
  return {
    headers: request.headers,
    from: Number(request.headers['svc-from'] ?? 0),
    lines,
    bytes: raw.length,
  }
}

const reply = (
  response: ServerResponse,
  { status, headers = {}, body = '' }: { status: number; headers?: Record<string, string>; body?: string },
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}
