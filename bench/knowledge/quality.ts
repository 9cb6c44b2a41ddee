import { join } from 'node:path'
import { makeChunkEmbedding } from '../../server/src/agents/knowledge/search/embed-chunks.ts'
import { openEndpoint } from '../../server/src/agents/knowledge/search/endpoint.ts'
import { searchKnowledge } from '../../server/src/agents/knowledge/search/search-knowledge.ts'
import {
  makeVectorSearch,
  type VectorSearch,
} from '../../server/src/agents/knowledge/search/vector-search.ts'
import { openStore } from '../../server/src/ground/store/open.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { heading, say, table, type Verdict } from '../report.ts'
import { makeReader, type Reader, readStoredChunks, writeFolder } from './corpus.ts'
import { openPlainFts5 } from './plain-fts5.ts'
import { type Place, type Quality, rate, readQuestions, unanswerable } from './questions.ts'
import { startStandIn } from './stand-in-embedder.ts'

const GOAL = 1.3
type Documentation =
  | 'astro'
  | 'caddy'
  | 'codeceptjs'
  | 'cypress'
  | 'fastapi'
  | 'handbook'
  | 'hono'
  | 'jest'
  | 'k6'
  | 'laravel'
  | 'mocha-ava'
  | 'playwright'
  | 'pnpm'
  | 'react-fr'
  | 'rust-book'
  | 'testing-library'
  | 'traefik'
  | 'vite-vue'
  | 'vitest'
  | 'webdriverio'

type Row = [string, Record<string, Quality>]

/**
 * Recall and MRR of questions about a real documentation beside plain FTS5. `--docs=playwright:<folder>` names the
 * questions and where that documentation is: it is not part of this project.
 */
export async function benchKnowledgeQuality(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const given = process.argv.flatMap((argument) => /^--docs=([\w-]+):(.+)$/.exec(argument)?.slice(1) ?? [])
  if (given.length === 0)
    say('\nGive --docs=playwright:<folder of docs/src of microsoft/playwright> for the quality of searches.')
  for (let at = 0; at + 1 < given.length; at += 2)
    verdicts.push(...(await benchDocs(given[at] as Documentation, given[at + 1] as string)))
  return verdicts
}

/** Other languages of the same pages would be near copies of them. */
const SKIPPED = /-(?:java|csharp|python)\.md$|java-python|csharp-java/

async function benchDocs(name: Documentation, folder: string): Promise<Verdict[]> {
  const questions = readQuestions(join(import.meta.dirname, `${name}.questions.txt`))
  const rows: Row[] = []
  const measure = async (reader: Reader, database: string) => {
    const documents = await writeFolder(reader, folder, SKIPPED)
    const chunks = await readStoredChunks(reader)
    if (rows.length === 0) {
      const sections = new Set(chunks.map(({ path, headings }) => JSON.stringify([path, headings]))).size
      heading(`Knowledge search: ${questions.length} questions about ${name}`)
      say(`${documents} documents, ${sections} sections, ${chunks.length} chunks.`)
      for (const { text } of unanswerable(questions, chunks))
        say(`The documentation has no answer to: ${text}`)
      for (const tokenizer of ['unicode61', 'porter unicode61'])
        rows.push([`plain FTS5, ${tokenizer}`, await rate(questions, openPlainFts5(chunks, tokenizer))])
    }
    rows.push([`svc on ${database}, lexical`, await rate(questions, searchWith(reader, null))])
    const standIn = await startStandIn()
    try {
      const embedder = openEndpoint({ url: standIn.url, model: 'stand-in', key: null })
      const timer = () => performance.now()
      await makeChunkEmbedding(reader.store, embedder, timer).run(new AbortController().signal)
      const vectors = makeVectorSearch(embedder, { timer, failed: (error) => say(error.message) })
      rows.push([
        `svc on ${database}, hybrid with a stand-in for a model`,
        await rate(questions, searchWith(reader, vectors)),
      ])
    } finally {
      standIn.close()
    }
  }
  await withFolder(async (data) => {
    const store = await openStore({ folder: data })
    await measure(await makeReader(store), 'SQLite')
    await store.close()
  })
  await withPostgres(async (postgres) => {
    const store = await openStore({ postgres })
    await measure(await makeReader(store), 'Postgres')
    await store.close()
  })
  const kinds = Object.entries(rows[0]?.[1] ?? {})
  const show = (quality?: Quality) =>
    quality
      ? `${quality.recall.toFixed(3)} / ${quality.mrr.toFixed(3)} / ${quality.first} / ${quality.amongFive}`
      : ''
  table(
    [
      'recall@10 / MRR / first / all among five',
      ...kinds.map(([kind, { questions: of }]) => `${kind} (${of})`),
    ],
    rows.map(([label, by]) => [label, ...kinds.map(([kind]) => show(by[kind]))]),
  )
  const plain = rows[0]?.[1].all?.mrr ?? Number.NaN
  return rows.slice(2).flatMap(([label, by]) => {
    const ratio = (by.all?.mrr ?? 0) / plain
    if (!label.endsWith('lexical')) return []
    return {
      area: `Knowledge search (${name}), MRR of ${label}`,
      goal: `≥ ${GOAL}× plain FTS5`,
      measured: `${ratio.toFixed(2)}×`,
      isMet: ratio >= GOAL,
    }
  })
}

const searchWith = (reader: Reader, vectors: VectorSearch | null) => {
  const verb = searchKnowledge(vectors)
  return async (query: string): Promise<Place[]> => {
    const { hits } = await verb({
      ctx: reader as unknown as Parameters<typeof verb>[0]['ctx'],
      input: { query, project: 'docs', scope: 'project', limit: 10, maxTokens: 20_000 },
    })
    return hits.map(({ document, headings }) => ({ path: document.path, headings }))
  }
}
