import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../src/testing/postgres.ts'
import { type Answer, type Replicas, startReplicas } from './replicas.ts'

/** Longer than the balancer takes to see that a replica is not ready, also on a busy machine. */
const DRAIN_WAIT = '4s'
const CLIENTS = 3
/** A client that was refused asks again then. */
const REFUSED_MS = 20
/** So many requests without an answer: the server has ended. */
const GONE = 100

let replicas: Replicas
let postgres: OwnPostgres

beforeAll(async () => {
  postgres = await startPostgres()
  replicas = await startReplicas(postgres.address, { SVC_DRAIN_WAIT: DRAIN_WAIT })
})
afterAll(async () => {
  await replicas?.close()
  await postgres?.remove()
})

test('replicas that are restarted one after the other fail no request', { tags: 'thorough' }, async () => {
  const { url, both } = replicas
  const load = keepAsking(url)
  onTestFinished(() => load.stop())
  await load.until((count) => count > 20)
  for (const replica of both) {
    const { code, troubles } = await replica.stop()
    expect({ code, troubles }).toEqual({ code: 0, troubles: [] })
    const before = load.answers.length
    await load.until((count) => count > before + 10)
    await replica.start()
    await replicas.ready()
  }
  await load.stop()
  expect(load.answers.filter(({ status }) => status !== 200)).toEqual([])
})

test('while the database is stopped replicas say 503 and when to come back, and then they recover', async () => {
  const { both } = replicas
  const loads = both.map(({ url }) => keepAsking(url))
  for (const load of loads) onTestFinished(() => load.stop())
  const statusesOf = (load: (typeof loads)[number], from: number) =>
    new Set(load.answers.slice(from).map(({ status, what }) => `${what} ${status}`))
  await Promise.all(loads.map((load) => load.until((count) => count > 20)))

  await postgres.stop()
  const stopped = loads.map(({ answers }) => answers.length)
  for (const [n, load] of loads.entries())
    await load.until(() => {
      const statuses = statusesOf(load, stopped[n] ?? 0)
      return statuses.has('read 503') && statuses.has('upload 503')
    })
  for (const { url } of both) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
  for (const { url } of both) expect((await fetch(`${url}/healthz`)).status).toBe(200)

  await postgres.start()
  const started = loads.map(({ answers }) => answers.length)
  for (const [n, load] of loads.entries())
    await load.until(() => {
      const statuses = statusesOf(load, started[n] ?? 0)
      return statuses.has('read 200') && statuses.has('upload 200')
    })
  for (const { url } of both) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  await Promise.all(loads.map((load) => load.stop()))

  const bad = loads.flatMap(({ answers }) => answers).filter(({ status }) => status !== 200)
  expect(bad.filter(({ status, code }) => status !== 503 || code !== 'UNAVAILABLE')).toEqual([])
  expect(bad.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([])
  // What was refused was not stored; what was answered with 200 was.
  const stored = loads
    .flatMap(({ answers }) => answers)
    .filter(({ what, status }) => what === 'upload' && status === 200)
  for (const { id } of stored)
    expect((await replicas.ask(replicas.url, `/api/executions/${id}`)).status).toBe(200)
})

interface Told {
  what: 'read' | 'upload'
  /** 0: the connection was cut. */
  status: number
  code: string | undefined
  retryAfter: number
  id: string
}

/** Several clients that read and upload in turn until they are stopped. */
function keepAsking(url: string) {
  const answers: Told[] = []
  let isOver = false
  const heard: (() => void)[] = []
  const ask = async (what: Told['what'], number: number): Promise<Told> => {
    const results = [{ file: 'a.test.ts', titles: [`test ${number}`], status: 'passed' }]
    const asked =
      what === 'read'
        ? replicas.ask(url, '/api/executions')
        : replicas.ask(url, '/api/test-results', { body: { project: 'shop', results } })
    const answer = await asked.catch((error: Error) => ({ error, status: 0 }) as unknown as Answer)
    return {
      what,
      status: answer.status,
      code: answer.status === 0 ? String((answer.error as unknown as Error).cause) : answer.error?.code,
      retryAfter: answer.status === 0 ? 0 : Number(answer.headers.get('Retry-After')),
      id: answer.data?.execution?.id ?? '',
    }
  }
  const client = async (_: unknown, n: number) => {
    for (let number = n; !isOver; number += CLIENTS) {
      const answer = await ask(number % 2 === 0 ? 'read' : 'upload', number)
      answers.push(answer)
      for (const each of heard.splice(0)) each()
      if (answer.status !== 200) await sleep(REFUSED_MS)
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  return {
    answers,
    /** Waits for an answer after which it is so. */
    async until(isSo: (count: number) => boolean) {
      while (!isSo(answers.length)) {
        await new Promise<void>((resolve) => heard.push(resolve))
        const last = answers.slice(-GONE)
        if (last.length === GONE && last.every(({ status }) => status === 0))
          throw new Error(`Nobody answers: ${answers.at(-1)?.code}`)
      }
    },
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}
