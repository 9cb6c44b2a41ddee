import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { INGEST_HEADERS, LIMITS } from '../../packages/protocol/src/index.ts'

/** A server on loopback that takes what our reporters send and what ReportPortal's agents send. */
export interface LoopbackServer {
  url: string
  /** How many entries the next journal will have, so that an answer needs no look into the body. */
  expect(entries: number): void
  /** What came since the last call. */
  take(): Received
  close(): Promise<void>
}

/** What reporters have sent. */
export interface Received {
  requests: number
  /** Bytes of bodies as they were on the wire. */
  bytes: number
  /** Our results: lines of tests; only first attempts if the suite retries nothing. */
  ourTests: number
  /** Tests that were reported to ReportPortal as ended. */
  portalTests: number
}

/** Answers at once and looks at the bodies only when asked, so that it takes little from who is measured. */
export const startServer = async (): Promise<LoopbackServer> => {
  let bodies: Buffer[] = []
  let requests = 0
  let bytes = 0
  let expected = 0
  const steps = new Set<string>()
  let portalTests = 0
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    requests += 1
    bytes += body.length
    const { method = '', url = '' } = request
    const answer = (data: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    if (url === '/api/ingest') {
      bodies.push(body)
      const from = Number(request.headers[INGEST_HEADERS.from] ?? 0)
      // The end of a run goes with the last results.
      const next = from + LIMITS.segmentEntries
      const accepted = expected <= next + 1 ? expected : next
      const execution = { id: 'bench', url: '', state: 'passed' }
      return answer({ success: true, data: { journal: 'bench', accepted, execution, warnings: [] } })
    }
    const id = randomUUID()
    if (method === 'POST' && /\/item(?:\/|$)/.test(url) && /"type":"step"/i.test(body.toString()))
      steps.add(id)
    if (method === 'PUT' && steps.delete(url.split('/').at(-1) ?? '')) portalTests += 1
    answer({ id, uuid: id, number: 1, message: 'ok', responses: [{ id }] })
  })
  // An agent keeps connections for long: a server that closes them would be measured as errors.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    expect(entries) {
      expected = entries
    },
    take() {
      const ourTests = bodies.reduce(
        (sum, body) => sum + (gunzip(body).match(/^\["attempt",/gm)?.length ?? 0),
        0,
      )
      const received = { requests, bytes, ourTests, portalTests }
      bodies = []
      requests = bytes = portalTests = 0
      steps.clear()
      return received
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const gunzip = (body: Buffer): string => (body[0] === 0x1f ? gunzipSync(body) : body).toString('utf8')
