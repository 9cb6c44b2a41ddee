// @module-tag thorough
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { compareAll } from '../compare-all.ts'
import { Clients } from '../journal-client.ts'
import { keepUploading } from '../keep-uploading.ts'
import { seeded } from '../seeded.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const SEED = Number(process.env.SVC_SEED ?? Date.now() % 1_000_000)
const KILLS = 3

let replicas: Replicas
let address: string

beforeAll(async () => {
  address = (await emptyPostgres()).postgres
  replicas = await startReplicas(address, { SVC_SETTLE_AFTER: '1s' })
})
afterAll(() => replicas?.close())

test(`segments that go round robin, a quarter of them twice, while one replica is killed: each result once (seed ${SEED})`, async () => {
  const random = seeded(SEED)
  const { url, apiKey, two } = replicas
  const clients = new Clients(url, apiKey, random, { twice: 0.25 })
  const startedAt = Date.now() - 60_000
  let kills = 0
  const uploading = keepUploading(clients, random, startedAt, () => kills === KILLS)
  for (; kills < KILLS; kills++) {
    await clients.nextSend()
    await two.kill()
    await two.start()
    await replicas.ready()
  }
  const journals = await uploading
  expect(clients.surprises).toEqual([])
  for (const { open, entries } of journals)
    expect(clients.acknowledged.get(open.journal)).toBe(entries.length)

  const running = async () => {
    const { data } = await replicas.ask(url, '/api/executions?status=running')
    return data.length
  }
  await expect.poll(running).toBe(0)
  await compareAll(url, apiKey, journals)
  expect(await doubled(address)).toEqual([])
})

/** Executions that settled more than once, or never. */
async function doubled(connectionString: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(
    `select execution.public_id, count(outbox.id) from execution
     left join outbox on outbox.kind = 'execution.settled'
       and outbox.payload::json->>'executionId' = execution.public_id
       and (outbox.payload::json->>'revision')::int = execution.revision
     group by execution.public_id having count(outbox.id) <> 1`,
  )
  await client.end()
  return rows
}
