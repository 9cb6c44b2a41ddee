import { benchApp } from '../../../bench/bench-app.ts'
import { Random } from '../../../bench/verdicts/random.ts'
import type { JournalLine } from '../../../packages/protocol/src/index.ts'
import { openStore } from '../../../server/src/ground/store/open.ts'
import { bootstrap, firstSignIn } from '../../../server/src/people/identity/bootstrap.ts'
import { processUploadsHere } from '../../../server/src/uploads/ingest/process-upload.ts'
import { makeCalendar } from './calendar.ts'
import { DOCUMENTS, type StoryDocument } from './documents.ts'
import { journalsOf } from './journal.ts'
import { writeCommits } from './write-commits.ts'

const SEED = 17
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const TIMES = { settleAfterMs: MINUTE_MS, incompleteAfterMs: 15 * MINUTE_MS }
/** How long a run of CI takes. */
const RUN_MS = 4 * MINUTE_MS

export interface Filled {
  apiKey: string
  /** Where the admin sets a password, below the server's address, and the address to sign in with later. */
  welcomeUrl: string
  email: string
  runs: number
  nextPullRequest: number
}

/**
 * Lives through six weeks of a shop in an empty database, by the server's own app and a clock that runs through
 * them: verdicts, monitors and trends are the product's own. Returns what a first start would have printed.
 */
export async function fillHistory(
  data: string,
  repository: string,
  url: string,
  now: number,
): Promise<Filled> {
  const random = new Random(SEED)
  const calendar = makeCalendar(random, now)
  const shas = writeCommits(repository, calendar)
  let time = (calendar.pushes[0]?.at ?? now) - DAY_MS
  const clock = () => time
  const store = await openStore({ folder: data })
  const apiKey = (await bootstrap(store, clock, 'admin')) ?? ''
  const ingest = processUploadsHere(store, TIMES)
  const app = benchApp({ store, clock, ingest })
  const call = async <T>(method: string, path: string, body: string, type: string): Promise<T> => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': type,
      'svc-from': '0',
      'svc-clock': String(time),
    }
    const answer = await app.request(path, { method, headers, body }, SOCKET)
    const { data, error } = (await answer.json()) as { data: T; error?: { message: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${error?.message}`)
    return data
  }
  const upload = async (journals: JournalLine[][]) => {
    let id = ''
    for (const lines of journals) {
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      id = (await call<{ execution: { id: string } }>('POST', '/api/ingest', body, 'application/x-ndjson'))
        .execution.id
    }
    await call('POST', `/api/executions/${id}/settle`, '{}', 'application/json')
  }
  const documents = [...DOCUMENTS].sort((a, b) => b.daysAgo - a.daysAgo)
  try {
    for (const push of calendar.pushes) {
      time = push.at + RUN_MS
      for (const journals of journalsOf(push, shas, now, random)) await upload(journals)
      while (documents[0] && now - documents[0].daysAgo * DAY_MS < time)
        await write(documents.shift() as StoryDocument, call)
    }
    time = now
    const { url: welcomeUrl, email } = await firstSignIn(store, clock, url)
    return {
      apiKey,
      welcomeUrl,
      email,
      runs: calendar.pushes.length,
      nextPullRequest: calendar.nextPullRequest,
    }
  } finally {
    await ingest.close()
    await app.idle()
    await store.close()
  }
}

const SOCKET = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

type Call = (method: string, path: string, body: string, type: string) => Promise<unknown>

async function write({ path, content, proposal }: StoryDocument, call: Call): Promise<void> {
  if (proposal) {
    const { evidence, reasoning } = proposal
    const body = JSON.stringify({ project: 'shop', document: path, content, evidence, reasoning })
    return void (await call('POST', '/api/proposals', body, 'application/json'))
  }
  await call('PUT', '/api/documents', JSON.stringify({ project: 'shop', path, content }), 'application/json')
}
