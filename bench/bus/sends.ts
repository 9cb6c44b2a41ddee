import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { AgentRow, BusParts, Outgoing } from '../../server/src/agents/bus/dependencies.ts'
import { makeSendQueue } from '../../server/src/agents/bus/messages/send-queue.ts'
import { makeSigner } from '../../server/src/agents/bus/signing/signer.ts'
import { newId } from '../../server/src/ground/kernel/id.ts'
import { openStore, type Store } from '../../server/src/ground/store/open.ts'
import { makeLocalWake } from '../../server/src/ground/wake/local.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { paired, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'

const MESSAGES = 10_000
const BATCH = 256
const BYTES = 200
const ROUNDS = 5
const GOAL = 20_000

/** Per second; 0 for values that a round does not measure. */
interface Rates {
  sends: number
  hmac: number
  insert: number
}

/** Durable, signed sends per second through a server's queue, beside the steps that they require. */
export async function benchSends(): Promise<Verdict[]> {
  heading(`Durable signed messages of ${BYTES} bytes, ${MESSAGES} at once, SQLite`)
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-bus-'))
  try {
    const store = await openStore({ folder })
    await bootstrap(store, Date.now, 'admin')
    const bus: BusParts = {
      store,
      signer: makeSigner(randomBytes(32).toString('hex')),
      wake: makeLocalWake(() => {}),
      limits: { inboxMessages: 100_000_000 },
    }
    const agents = await makeAgents(store, 8)
    const plain = openPlain(join(folder, 'plain.sqlite'))
    const pairs = await paired<Rates>(
      ROUNDS,
      async () => ({ sends: await send(bus, agents), hmac: 0, insert: 0 }),
      async () => ({ sends: 0, hmac: signAll(), insert: plain.insert() }),
    )
    plain.close()
    await store.close()
    const sends = sampleOf(pairs.map(({ ours }) => ours.sends))
    table(
      ['', 'a second'],
      [
        ['sends: signed, checked, indexed, committed', spread(sends, '/s')],
        ['only the two HMACs', spread(sampleOf(pairs.map(({ limit }) => limit.hmac)), '/s')],
        [
          `only an insert into a table without indexes, ${BATCH} a commit`,
          spread(sampleOf(pairs.map(({ limit }) => limit.insert)), '/s'),
        ],
      ],
    )
    return [
      {
        area: 'Durable signed sends, SQLite',
        goal: `≥ ${GOAL.toLocaleString('en-US')}/s`,
        measured: spread(sends, '/s'),
        isMet: sends.median >= GOAL,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const textOf = (turn: number) =>
  `${turn} checkout fails on main `.padEnd(BYTES, 'since the price is rounded ')

const perSecond = (begun: number) => (MESSAGES / (performance.now() - begun)) * 1_000

async function send(bus: BusParts, agents: AgentRow[]): Promise<number> {
  const queue = makeSendQueue(bus)
  const begun = performance.now()
  const all = Array.from({ length: MESSAGES }, (_, turn) => {
    const message: Outgoing = {
      from: agents[turn % agents.length] as AgentRow,
      to: agents[(turn + 1) % agents.length] as AgentRow,
      payload: textOf(turn),
      type: 'message',
      priority: 2,
    }
    return queue.send(message, Date.now())
  })
  for (const { problem } of await Promise.all(all)) if (problem) throw problem
  return perSecond(begun)
}

function signAll(): number {
  const key = createSecretKey(randomBytes(32))
  const begun = performance.now()
  for (let turn = 0; turn < MESSAGES; turn++)
    for (let mac = 0; mac < 2; mac++) createHmac('sha256', key).update(textOf(turn)).digest('hex')
  return perSecond(begun)
}

function openPlain(file: string) {
  const database = new Database(file)
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  database.exec('create table message (id integer primary key, payload text not null)')
  const statement = database.prepare('insert into message (payload) values (?)')
  return {
    insert(): number {
      const begun = performance.now()
      for (let turn = 0; turn < MESSAGES; turn += BATCH)
        database.transaction(() => {
          for (let i = turn; i < Math.min(turn + BATCH, MESSAGES); i++) statement.run(textOf(i))
        })()
      return perSecond(begun)
    },
    close: () => database.close(),
  }
}

const makeAgents = (store: Store, count: number): Promise<AgentRow[]> =>
  store.write((db) =>
    db
      .insertInto('agent')
      .values(
        Array.from({ length: count }, (_, turn) => ({
          public_id: newId(Date.now()),
          organization_id: 1,
          name: `agent-${turn}`,
          instance: 'bench',
          capabilities: '{}',
          status: 'active' as const,
          credential: 'key:1',
          created_at: Date.now(),
          updated_at: Date.now(),
        })),
      )
      .returningAll()
      .execute(),
  )
