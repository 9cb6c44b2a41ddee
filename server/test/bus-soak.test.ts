// @module-tag thorough
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from './seeded.ts'

/** More by SVC_SOAK_MESSAGES: 100,000 take up to 20 minutes. */
const MESSAGES = Number(process.env.SVC_SOAK_MESSAGES ?? 3_000)
const TIMEOUT_MS = Math.max(1_800_000, MESSAGES * 30)
const SEED = Number(process.env.SVC_SEED ?? Date.now() % 1_000_000)
const RECIPIENTS = 4
const SENDERS = 8
/** Three, and one more for each 10,000 messages. */
const KILLS = 3 + Math.floor(MESSAGES / 10_000)
/** A kill follows so many milliseconds after a message at most. */
const KILL_WITHIN_MS = 200
const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const

interface Received {
  id: string
  sequence: number
  priority: string
  message: string
  verified: boolean
}

test(`every acknowledged message arrives, in order and as it was sent, through kills of the server (seed ${SEED})`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = seeded(SEED)
  const server = await openSoaked()
  const names = Array.from({ length: RECIPIENTS }, (_, n) => `fixer-${n}`)
  for (const name of ['planner', ...names])
    expect(await server.post('/api/bus/agents', { name, instance: 'soak' })).toBe(200)
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const received = new Map(names.map((name) => [name, [] as Received[]]))
  const receivers = names.map((agent, at) =>
    receive(server, agent, { into: received.get(agent) as Received[], at, signal: ending.signal }),
  )
  await openStuck(server, 'fixer-0', ending.signal)

  const acknowledged: { to: string; priority: string; message: string }[] = []
  let next = 0
  const killsAfter = Array.from({ length: KILLS }, () => random.whole(MESSAGES)).sort((a, b) => a - b)
  let kills = 0
  let killing: Promise<void> = Promise.resolve()
  const kill = async () => {
    await pause(random.whole(KILL_WITHIN_MS))
    await server.restart()
    await openStuck(server, 'fixer-0', ending.signal)
  }
  const sender = async () => {
    for (let n = next++; n < MESSAGES; n = next++) {
      const to = names[n % RECIPIENTS] as string
      const priority = PRIORITIES[Math.floor(n / RECIPIENTS) % 4] as string
      const message = `message ${n}`
      const body = { agent: 'planner', to, message, priority, clientMessageId: message }
      // Until the server says that it has it; the id makes a repetition harmless.
      while ((await server.post('/api/bus/messages', body)) !== 200) await pause(20)
      acknowledged.push({ to, priority, message })
      if (acknowledged.length > (killsAfter[kills] ?? MESSAGES)) {
        kills++
        killing = killing.then(kill)
      }
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  await killing
  expect(kills).toBe(KILLS)
  expect(acknowledged).toHaveLength(MESSAGES)
  const expected = new Map(
    names.map((name) => [name, acknowledged.filter(({ to }) => to === name).map(({ message }) => message)]),
  )
  const isWhole = () =>
    names.every((name) => {
      const got = new Set(received.get(name)?.map(({ message }) => message))
      return expected.get(name)?.every((message) => got.has(message))
    })
  await expect.poll(isWhole, { timeout: 120_000, interval: 100 }).toBe(true)
  ending.abort()
  await Promise.all(receivers)

  for (const name of names) {
    const got = received.get(name) as Received[]
    expect(got.filter(({ verified }) => !verified)).toEqual([])
    // A repeated message has the id of the first.
    const byText = new Map(got.map(({ message, id }) => [message, id]))
    expect(got.filter(({ message, id }) => byText.get(message) !== id)).toEqual([])
    expect([...byText.keys()].sort()).toEqual([...(expected.get(name) as string[])].sort())
    for (const priority of PRIORITIES) {
      const seen = new Set<string>()
      const first = got.filter(
        (each) => each.priority === priority && !seen.has(each.id) && seen.add(each.id),
      )
      const sequences = first.map(({ sequence }) => sequence)
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    }
  }
})

/** A server that is killed and started again at the same address. */
async function openSoaked() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-soak-'))
  const env = { SVC_RATE_READ: '0', SVC_RATE_WRITE: '0', SVC_INBOX_MESSAGES: '1000000' }
  const options = { data: join(folder, 'data'), port: await freePort(), env }
  let server: RealServer = await startServer(options)
  const { url, apiKey } = server
  onTestFinished(async () => {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url,
    apiKey,
    /** The status; 0 if the server did not answer. */
    async post(path: string, body: object): Promise<number> {
      try {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
        await response.arrayBuffer()
        return response.status
      } catch {
        return 0
      }
    },
    async restart() {
      await server.end('SIGKILL')
      server = await startServer(options)
    },
  }
}

type Soaked = Awaited<ReturnType<typeof openSoaked>>

/** Opens a stream and never reads it. */
async function openStuck({ url, apiKey }: Soaked, agent: string, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Svc-Agent': agent }
  const response = await fetch(`${url}/api/bus/stream`, { headers, signal })
  expect(response.status).toBe(200)
}

/** Reads a stream, leaves it at times, reads slowly at times, and comes back with its last id. */
async function receive(
  { url, apiKey }: Soaked,
  agent: string,
  { into, at, signal }: { into: Received[]; at: number; signal: AbortSignal },
): Promise<void> {
  let lastEventId: string | undefined
  for (let turn = 0; !signal.aborted; turn++) {
    // Each receiver leaves after another number of messages.
    const leavesAfter = 50 + 37 * at + (turn % 5) * 61
    const leaving = new AbortController()
    try {
      const response = await fetch(`${url}/api/bus/stream`, {
        signal: AbortSignal.any([signal, leaving.signal]),
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'Svc-Agent': agent,
          ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
        },
      })
      let rest = ''
      let count = 0
      const pieces = response.body?.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>
      for await (const piece of pieces) {
        const blocks = (rest + piece).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1]
          const id = /^id: (.*)$/m.exec(block)?.[1]
          if (data === undefined || id === undefined) continue
          into.push(JSON.parse(data) as Received)
          lastEventId = id
          count++
        }
        if (turn % 3 === 2) await pause(10)
        if (count >= leavesAfter) break
      }
    } catch {
      // Killed or cut: the next turn continues.
    }
    leaving.abort()
    await pause(20)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
