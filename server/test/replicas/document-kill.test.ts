// @module-tag thorough
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { large, SECTIONS } from '../../src/testing/large-documents.ts'

const KILLS = 4
const PATIENT = { timeout: 120_000, interval: 100 }
const ANIMALS = ['Crocodile', 'Buffalo']

interface Search {
  index: { documents: number; indexed: number }
  hits: { snippet: string; document: { revision: number } }[]
}

/** Writes the document. A killed server answers nothing. */
const put = ({ url, apiKey }: RealServer, animal: string) =>
  fetch(`${url}/api/documents`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ project: 'zoo', path: 'a.md', content: large(animal, 4 * SECTIONS) }),
  }).then(
    ({ status }) => status,
    () => null,
  )

const search = ({ get }: RealServer, query: string) =>
  get<Search>(`/api/search?${new URLSearchParams({ query, limit: '50' })}`)

async function animalsIn(server: RealServer): Promise<string[]> {
  const { hits } = await search(server, ANIMALS.join(' '))
  return [...new Set(hits.flatMap(({ snippet }) => snippet.match(/Crocodile|Buffalo/g) ?? []))]
}

/** Keeps the lease of the index as a killed server does, but until the test ends. */
async function keepLease(address: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(`select * from lease where name = 'knowledge-index' for update`)
}

test.each(['SQLite', 'Postgres'])(
  'a server killed while it indexes a document on %s: both texts stay whole, and the next start completes the index',
  async (database) => {
    const data = mkdtempSync(join(tmpdir(), 'svc-documents-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const address = database === 'Postgres' ? (await emptyPostgres()).postgres : null
    const env = { ...NO_LIMITS, ...(address !== null && { DATABASE_URL: address }) }
    let server = await startServer({ data, env })
    onTestFinished(() => void server.end('SIGKILL'))
    const { apiKey } = server
    const created = await fetch(`${server.url}/api/documents/push`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ project: 'zoo', documents: [{ path: 'a.md', content: large('Crocodile') }] }),
    })
    expect(created.status).toBe(200)
    let interrupted = 0
    let isLeaseKept = false
    for (let kill = 0; kill < KILLS || interrupted === 0; kill++) {
      const next = ANIMALS[(kill + 1) % 2] as string
      const answered = put(server, next)
      // Search counts the document as not indexed from the moment the revision is stored.
      const isStored = async () => (await search(server, 'zoo')).index.indexed === 0
      let isOver = false
      void answered.then(() => {
        isOver = true
      })
      while (!isOver && !(await isStored()));
      await server.end('SIGKILL')
      if ((await answered) === null) interrupted++
      if (address !== null && !isLeaseKept) {
        await keepLease(address)
        isLeaseKept = true
      }
      server = await startServer({ data, env, apiKey })
      const seen: string[][] = []
      const whole = async () => {
        const { index } = await search(server, 'zoo')
        seen.push(await animalsIn(server))
        return index.indexed
      }
      await expect.poll(whole, PATIENT).toBe(1)
      expect(seen.filter((animals) => animals.length !== 1)).toEqual([])
      expect(await animalsIn(server)).toEqual([next])
      const last = await search(server, `"${next.toLowerCase()} ${4 * SECTIONS - 1}"`)
      expect(last.hits).toHaveLength(1)
    }
    expect((await server.end('SIGTERM')).code).toBe(0)
  },
)
