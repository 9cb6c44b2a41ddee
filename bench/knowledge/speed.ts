import { readDocumentText } from '../../server/src/agents/knowledge/documents/read-here.ts'
import { searchKnowledge } from '../../server/src/agents/knowledge/search/search-knowledge.ts'
import { storeDocuments } from '../../server/src/agents/knowledge/store-documents.ts'
import { writeDocument } from '../../server/src/agents/knowledge/write-document.ts'
import { openStore, type Store } from '../../server/src/ground/store/open.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { quantile } from '../measure.ts'
import { figure, heading, table, type Verdict } from '../report.ts'
import { makeReader, type Reader } from './corpus.ts'

const SECTIONS = 20
const WORDS_OF_SECTION = 120
const VOCABULARY = 20_000
const SEARCHES = 200
const GOAL_MS = 100

/** Searches in made documents of 10,000 chunks, and with `--large` of 100,000. */
export async function benchKnowledgeSpeed(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const rows: string[][] = []
  heading('Knowledge search: time of a search')
  for (const chunks of process.argv.includes('--large') ? [10_000, 100_000] : [10_000])
    for (const database of ['SQLite', 'Postgres'])
      await withStore(database, async (store) => {
        const reader = await makeReader(store)
        const begun = performance.now()
        await writeMade(reader, chunks)
        const writingMs = performance.now() - begun
        const before = process.memoryUsage().rss
        const times = await searchMade(reader)
        const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
        rows.push([
          database,
          chunks.toLocaleString('en-US'),
          figure(p50, 'ms'),
          figure(p99, 'ms'),
          figure((writingMs / chunks) * 1_000, 'µs'),
          figure((process.memoryUsage().rss - before) / 2 ** 20, 'MiB'),
        ])
        if (chunks === 10_000)
          verdicts.push({
            area: `Knowledge search of 10,000 chunks on ${database}, p50`,
            goal: `≤ ${GOAL_MS} ms`,
            measured: figure(p50, 'ms'),
            isMet: p50 <= GOAL_MS,
          })
      })
  table(['', 'chunks', 'p50', 'p99', 'write and index, each chunk', 'memory of 200 searches'], rows)
  return verdicts
}

async function withStore(database: string, work: (store: Store) => Promise<void>): Promise<void> {
  const use = async (store: Store) => {
    await work(store)
    await store.close()
  }
  if (database === 'SQLite') await withFolder(async (folder) => use(await openStore({ folder })))
  else await withPostgres(async (postgres) => use(await openStore({ postgres })))
}

/** Words with the frequencies of a language: the n-th most frequent is n times rarer than the first. */
function makeWords(seed: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const syllable = (at: number) => SYLLABLES[Math.floor(at) % SYLLABLES.length] ?? ''
  const word = () => {
    const rank = Math.floor(VOCABULARY ** random())
    return [rank, rank / 20, rank / 400, rank / 8_000].map(syllable).join('')
  }
  return (count: number) => Array.from({ length: count }, word).join(' ')
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu'.split(' ')

/** Fifty documents in one transaction: the time of a commit is not the index's. */
const AT_ONCE = 50

async function writeMade(reader: Reader, chunks: number): Promise<void> {
  const words = makeWords(7)
  const section = () => `## ${words(3)}\n\n${words(WORDS_OF_SECTION)}\n`
  for (let document = 0; document * SECTIONS < chunks; document += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, () =>
      readDocumentText(`# ${words(3)}\n\n${Array.from({ length: SECTIONS }, section).join('\n')}`),
    )
    const { projectId } = reader
    const writes = texts.map((text, at) => {
      const path = `docs/${document + at}.md`
      return { projectId, path, text, source: 'push' } as const
    })
    await storeDocuments(reader, projectId, writes, async (db, prepared) => {
      for (const write of prepared) await writeDocument(db, reader, write)
    })
  }
}

async function searchMade(reader: Reader): Promise<number[]> {
  const verb = searchKnowledge(null)
  const words = makeWords(11)
  const times: number[] = []
  for (let at = 0; at < SEARCHES + 10; at++) {
    const query = words(2 + (at % 6))
    const begun = performance.now()
    await verb({
      ctx: reader as unknown as Parameters<typeof verb>[0]['ctx'],
      input: { query, project: 'docs', scope: 'project', limit: 10, maxTokens: 4_000 },
    })
    if (at >= 10) times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)
}
