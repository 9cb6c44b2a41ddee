import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import { startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'
import { openStream } from '../src/testing/live.ts'

test('a stream of the real server continues after the server was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bus-live-'))
  const options = { data: join(folder, 'data'), port: await freePort() }
  let server = await startServer(options)
  const { url, apiKey } = server
  onTestFinished(async () => {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const post = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(200)
  }
  for (const name of ['planner', 'fixer']) await post('/api/bus/agents', { name, instance: 'test' })
  const send = (message: string) => post('/api/bus/messages', { agent: 'planner', to: 'fixer', message })
  const first = await openStream(url, apiKey, { agent: 'fixer' })
  await send('1')
  const [event] = await first.take(1)
  expect(event?.data).toMatchObject({ message: '1', verified: true })
  await send('2')
  await server.end('SIGKILL')
  server = await startServer(options)
  const second = await openStream(url, apiKey, { agent: 'fixer', lastEventId: event?.id ?? '' })
  await send('3')
  expect((await second.take(2)).map(({ data }) => data.message)).toEqual(['2', '3'])
})
