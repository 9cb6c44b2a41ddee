import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { say } from '../report.ts'
import { addFiles } from './add-files.ts'
import { addWaiting } from './add-waiting.ts'
import { nested, prose } from './document-texts.ts'
import type { Ground } from './entry.ts'
import { fill } from './fill.ts'
import { addDocuments } from './fill-knowledge.ts'
import { AMOUNT, PROJECT } from './ground.ts'
import { type LargeRun, largeRun, type Made } from './large-run.ts'
import { ask, send } from './neighbour.ts'

/** A server whose first organization has everything, and what requests may be about. */
export async function startFilledServer(
  address: StoreAddress,
  { hasFiles = false } = {},
): Promise<{ server: BenchServer; ground: Ground }> {
  say('Filling the database …')
  const { key, otherKey, session } = await fill(address)
  const server = await startBenchServer(address, { key, otherKey, documentThreads: true })
  const upload = async (build: string, size: number, settles: boolean, more: Partial<Made> = {}) => {
    const owned = settles && { codeowners: CODEOWNERS }
    const run = largeRun({ project: PROJECT, build, size, ...owned, ...more })
    const id = await uploadRun(server, run)
    if (settles) await post(server, `/api/executions/${id}/settle`)
    return { id, journal: run.journal }
  }
  if (!hasFiles)
    await upload('earlier', EARLIER, true, { code: { testedSha: 'c'.repeat(40), tree: 'd'.repeat(40) } })
  const base = await upload('base', AMOUNT.results, true)
  const head = await upload('head', AMOUNT.results, true)
  const small = await upload('small', 400, true)
  const running = await upload('running', AMOUNT.results, false)
  const tests = await readTests(server, TESTS)
  const renamed: Ground['renamed'] = []
  if (!hasFiles) {
    const [former, later] = ['a former name of', 'a later name of']
    for (const title of [former, later]) await upload(title, RENAMED, true, { title })
    const names = await Promise.all([former, later].map((title) => readTests(server, RENAMED, title)))
    for (const [at, from] of (names[0] ?? []).entries()) renamed.push({ from, to: names[1]?.[at] ?? '' })
  }
  if (!hasFiles) await addWaiting(address, head.id, base.id)
  const { data: failures } = await server.json<{ data: { fingerprint: string }[] }>(
    `/api/failures?execution=${head.id}&limit=1`,
  )
  if (hasFiles)
    await upload('pull', AMOUNT.results, true, {
      code: { branch: 'pull', baseBranch: 'main', pullRequest: 7 },
    })
  if (hasFiles) {
    await addDocuments(address)
    for (const [path, content] of Object.entries({ 'nested.md': nested(), 'prose.md': prose(1_000_000, 1) }))
      await ask(server, 'PUT', '/api/documents', { project: PROJECT, path, content })
  }
  const files = hasFiles ? await addFiles(server) : { execution: '', text: '', zip: '' }
  const ground = {
    head: head.id,
    base: base.id,
    running: running.id,
    journal: head.journal,
    tests,
    renamed,
    fingerprint: failures[0]?.fingerprint ?? '',
    small: small.id,
    withFiles: files.execution,
    text: files.text,
    zip: files.zip,
    session,
  }
  return { server, ground }
}

const TESTS = 400
/** Results of a run without the fixes that wait; one in ten fails. */
const EARLIER = 10 * AMOUNT.fixes
/** The most pairs of one request. */
const RENAMED = 200

async function readTests(server: BenchServer, count: number, title = ''): Promise<string[]> {
  const tests: string[] = []
  const wanted = `project=shop&limit=200${title && `&q=${encodeURIComponent(title)}`}`
  for (let cursor = ''; tests.length < count; ) {
    const page = await server.json<{ data: { testId: string }[]; page: { nextCursor: string | null } }>(
      `/api/tests?${wanted}${cursor && `&cursor=${cursor}`}`,
    )
    tests.push(...page.data.map(({ testId }) => testId))
    if (page.page.nextCursor === null) break
    cursor = encodeURIComponent(page.page.nextCursor)
  }
  return tests
}

/** As many lines as the server reads, most of which are tried for each file. */
const CODEOWNERS = Array.from(
  { length: 50_000 },
  (_, i) => `*${i.toString(36)}*x*q @owner-${i % 100}\n`,
).join('')

async function uploadRun(server: BenchServer, { bodies }: LargeRun): Promise<string> {
  let id = ''
  for (const { from, body } of bodies) {
    const response = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${server.key}`,
        'Content-Type': 'application/x-ndjson',
        'Content-Encoding': 'gzip',
        'svc-from': String(from),
      },
      body: new Uint8Array(body),
    })
    const answer = (await response.json()) as { data?: { execution: { id: string } } }
    if (!answer.data)
      throw new Error(`An upload got ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`)
    id = answer.data.execution.id
  }
  return id
}

const post = (server: BenchServer, path: string) =>
  send(server, 'POST', path, Buffer.from('{}'), { 'content-type': 'application/json' })
