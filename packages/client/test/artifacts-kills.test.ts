// @module-tag thorough
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@svc/test-kit/free-port'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { afterAll, expect, test } from 'vitest'
import { artifactsOf, closing, download, nextSuite, put, server, type Told } from './artifact-setup.ts'
import { svcFlush } from './crash/projects.ts'
import { makeFolder } from './folders.ts'
import { journalFiles } from './recording.ts'

const children: ChildProcess[] = []

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const startRun = (root: string, env: NodeJS.ProcessEnv) => {
  const script = fileURLToPath(new URL('./artifact-run.ts', import.meta.url))
  const child = spawn(process.execPath, [script, root, 'files'], {
    env: { PATH: process.env.PATH, CI: 'false', ...NODE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return child
}

/** Passes connections on, and breaks one after so many bytes where it is told to. */

const startRelay = async (to: () => string, onBytes: (count: number) => void) => {
  const sockets = new Set<Socket>()
  const relay = createTcpServer((client) => {
    const upstream = connect(Number(new URL(to()).port), '127.0.0.1')
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) sockets.add(socket.on('error', cut).on('close', cut))
    client.on('data', (piece) => onBytes(piece.length))
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  })
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
}

const FILES = 6

const BYTES = 2_500_000

const makeFiles = (root: string) =>
  Array.from({ length: FILES }, (_, i) => {
    const bytes = randomBytes(BYTES)
    put(root, `files/${i}.zip`, bytes)
    return createHash('sha256').update(bytes).digest('hex')
  })

const sumsOf = async (artifacts: Told[], from: RealServer = server) =>
  Promise.all(
    artifacts.map(async (one) =>
      createHash('sha256')
        .update(await download(one, from))
        .digest('hex'),
    ),
  )

test('a client that is killed in the middle of an upload loses and doubles nothing', async () => {
  const root = makeFolder()
  const sums = makeFiles(root)
  let seen = 0
  let killAt = Number.POSITIVE_INFINITY
  let victim: ChildProcess | undefined
  const url = await startRelay(
    () => server.url,
    (count) => {
      seen += count
      if (seen < killAt) return
      killAt = Number.POSITIVE_INFINITY
      victim?.kill('SIGKILL')
    },
  )
  const suite = nextSuite()
  const env = { SVC_URL: url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'fixture', SVC_SUITE: suite }
  killAt = 1_000_000
  victim = startRun(root, env)
  await once(victim, 'exit')
  expect(victim.signalCode).toBe('SIGKILL')
  // The runner of the next run clears its folder.
  rmSync(join(root, 'files'), { recursive: true })
  for (const more of [3_000_000, 4_000_000, 2_000_000]) {
    seen = 0
    killAt = more
    const flushing = svcFlush(root, env)
    victim = flushing.child
    const ended = await flushing.done
    expect(victim.signalCode, JSON.stringify(ended)).toBe('SIGKILL')
  }
  killAt = Number.POSITIVE_INFINITY
  const { code, journals } = await svcFlush(root, env).done
  expect([code, journals]).toMatchObject([0, [{ state: 'sent', isComplete: true }]])
  expect(readdirSync(join(root, '.svc/journal'))).toEqual([])
  const artifacts = await artifactsOf(suite)
  expect(artifacts.map(({ state }) => state)).toEqual(Array.from({ length: FILES }, () => 'stored'))
  expect(await sumsOf(artifacts)).toEqual(sums)
  expect((await svcFlush(root, env).done).journals).toEqual([])
})

test('a server that is killed in the middle of a piece continues where it was', async () => {
  const root = makeFolder()
  const data = makeFolder()
  const port = await freePort()
  const sums = makeFiles(root)
  const first = await startServer({ data, port })
  let current: RealServer = first
  let seen = 0
  let kills = 0
  let restarting = Promise.resolve()
  const url = await startRelay(
    () => current.url,
    (count) => {
      seen += count
      if (kills >= 2 || seen < (kills + 1) * 3_500_000) return
      kills += 1
      restarting = restarting.then(restart)
    },
  )
  const restart = async () => {
    await current.end('SIGKILL')
    current = { ...(await startServer({ data, port })), apiKey: first.apiKey }
  }
  const suite = nextSuite()
  const env = { SVC_URL: url, SVC_API_KEY: first.apiKey, SVC_PROJECT: 'fixture', SVC_SUITE: suite }
  const run = startRun(root, env)
  await once(run, 'exit')
  await restarting
  for (let turn = 0; turn < 10 && journalFiles(root).length > 0; turn += 1) await svcFlush(root, env).done
  await restarting
  expect(kills).toBe(2)
  expect(journalFiles(root)).toEqual([])
  const reader: RealServer = {
    ...current,
    get: async (path) => {
      const answer = await fetch(current.url + path, { headers: { Authorization: `Bearer ${first.apiKey}` } })
      return ((await answer.json()) as { data: never }).data
    },
  }
  const artifacts = await artifactsOf(suite, reader)
  expect(artifacts.map(({ state }) => state)).toEqual(Array.from({ length: FILES }, () => 'stored'))
  expect(await sumsOf(artifacts, reader)).toEqual(sums)
  const files = readdirSync(join(data, 'artifacts'), { recursive: true, withFileTypes: true })
  // Beside the artifacts is the mark of their folder.
  expect(files.filter((entry) => entry.isFile() && entry.name !== '.svc-folder')).toHaveLength(FILES)
  await current.stop()
})
