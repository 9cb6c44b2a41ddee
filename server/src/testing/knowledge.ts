import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { searchOperations } from '@svc/schema'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { TestApp } from './make-app.ts'
import { passed, settled } from './upload.ts'

export type Found = z.output<(typeof searchOperations)['searchKnowledge']['output']>

export const addProjects = async (app: TestApp, ...projects: string[]): Promise<void> => {
  for (const project of projects) await settled(app, { project, results: [passed('a')] })
}

/** Writes documents of a project, by path. */
export async function putDocuments(
  app: TestApp,
  project: string,
  documents: Record<string, string>,
  { key = app.key, ...more }: { key?: string; visibility?: 'project' | 'shared' } = {},
): Promise<void> {
  for (const [path, content] of Object.entries(documents)) {
    const { error } = await app.put('/api/documents', { project, path, content, ...more }, { key })
    if (error) throw new Error(`${path}: ${error.message}`)
  }
}

export const search = async (app: TestApp, query: string, more: Record<string, string> = {}, key = app.key) =>
  app.get<Found>(`/api/search?${new URLSearchParams({ query, ...more })}`, { key })

/** The paths and last headings of the hits. */
export const hitsOf = async (
  app: TestApp,
  query: string,
  more: Record<string, string> = {},
  key = app.key,
) => {
  const { data, error } = await search(app, query, more, key)
  if (error) throw new Error(error.message)
  return data.hits.map(({ document, headings }) => `${document.path}#${headings.at(-1) ?? ''}`)
}

interface StandIn {
  url: string
  /** What the endpoint was asked for. */
  requests: { input: string[]; model: string; authorization: string | undefined }[]
  /** Answers the next requests otherwise; null: as usual. */
  answer:
    | ((input: string[]) => { status: number; body: string; headers?: Record<string, string> } | null)
    | null
}

/** An embedding endpoint on this machine. Its vectors count groups of words, so that `car` is near `automobile`. */
export async function startEmbeddings(): Promise<StandIn> {
  const standIn: StandIn = { url: '', requests: [], answer: null }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { input, model } = JSON.parse(Buffer.concat(pieces).toString()) as {
      input: string[]
      model: string
    }
    standIn.requests.push({ input, model, authorization: request.headers.authorization })
    const other = standIn.answer?.(input)
    const data = input.map((text, index) => ({ index, embedding: meaningOf(text) }))
    // Out of order, as the format allows.
    const { status, body, headers } = other ?? {
      status: 200,
      body: JSON.stringify({ data: data.reverse() }),
      headers: {},
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return standIn
}

const MEANINGS = [
  /\b(?:car|automobile|vehicle)s?\b/gi,
  /\b(?:boat|ship|vessel)s?\b/gi,
  /\b(?:cook|recipe|kitchen)s?\b/gi,
]

const meaningOf = (text: string) => [0.01, ...MEANINGS.map((words) => text.match(words)?.length ?? 0)]
