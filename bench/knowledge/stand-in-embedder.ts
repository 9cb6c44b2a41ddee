import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { termsOf } from '../../server/src/agents/knowledge/search/terms.ts'

const DIMENSIONS = 384

/**
 * An OpenAI-compatible endpoint on this machine whose vectors need no model: terms and their trigrams, each on a place
 * and with a sign by its hash. It knows no meanings, so it shows that hybrid searches work, not how good a model is.
 */
export async function startStandIn(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { input } = JSON.parse(Buffer.concat(pieces).toString()) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: [...vectorOf(text)] }))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const term of termsOf(text)) {
    add(vector, term, 1)
    for (let i = 0; i + 3 <= term.length; i++) add(vector, term.slice(i, i + 3), 0.3)
  }
  // An empty text still has a direction.
  vector[0] = (vector[0] ?? 0) + 1e-3
  return vector
}

const places = new Map<string, number>()

function add(vector: Float32Array, feature: string, weight: number): void {
  let hash = places.get(feature)
  if (hash === undefined) {
    hash = createHash('md5').update(feature).digest().readUInt32LE()
    places.set(feature, hash)
  }
  const at = (hash >>> 1) % DIMENSIONS
  vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight)
}
