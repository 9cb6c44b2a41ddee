import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from './read-metrics.ts'

let server: RealServer
let port: number

beforeAll(async () => {
  port = await freePort()
  server = await startServer({ env: { ...NO_LIMITS, SVC_METRICS_PORT: String(port) } })
})
afterAll(() => server?.stop())

/** What is collected within a second of another collector is the same text. */
const read = async () => {
  await sleep(1_100)
  return readMetrics(port)
}

const send = (body: object) =>
  fetch(`${server.url}/api/test-results`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const result = (title: string, status: 'passed' | 'failed') => ({
  file: 'a.test.ts',
  titles: [title],
  status,
  durationMs: 1,
  ...(status === 'failed' && { errors: [{ message: 'expected 1 to be 2' }] }),
})

test('uploads are counted by outcome, with the results they bring', async () => {
  const sent = { project: 'shop', results: [result('adds', 'passed'), result('divides', 'failed')] }
  const ok = await send(sent)
  expect(ok.status, await ok.clone().text()).toBe(200)
  expect((await send({ project: 'shop', results: 'none' })).status).toBe(400)
  const metrics = await read()
  expect(metrics.valueOf('svc_ingest_uploads_total', { outcome: 'stored' })).toBe(1)
  expect(metrics.valueOf('svc_ingest_uploads_total', { outcome: 'INVALID_REQUEST' })).toBe(1)
  expect(metrics.valueOf('svc_ingest_results_total')).toBe(2)
  expect(metrics.valueOf('svc_ingest_duration_seconds_count')).toBe(1)
  expect(metrics.valueOf('svc_ingest_bytes_total')).toBe(JSON.stringify(sent).length)
  expect(metrics.valueOf('svc_ingest_uploads_waiting')).toBe(0)
})

test('requests are counted by their route, so that no name of a user becomes a label', async () => {
  const headers = { Authorization: `Bearer ${server.apiKey}` }
  const [execution] = await server.get<{ id: string }[]>('/api/executions?project=shop')
  await server.get(`/api/executions/${execution?.id}`)
  await fetch(`${server.url}/api/executions/secret-name`, { headers })
  await fetch(`${server.url}/secret-name`, { method: 'PROPFIND' })
  const metrics = await read()
  const route = '/api/executions/:id'
  expect(metrics.valueOf('svc_http_requests_total', { method: 'GET', route, status: '200' })).toBe(1)
  expect(metrics.valueOf('svc_http_requests_total', { method: 'GET', route, status: '404' })).toBe(1)
  expect(metrics.valueOf('svc_http_requests_total', { method: 'other', route: 'none', status: '404' })).toBe(
    1,
  )
  expect(metrics.valueOf('svc_http_request_duration_seconds_count', { route })).toBe(2)
  expect(metrics.text).not.toContain('secret-name')
  expect(metrics.text).not.toContain('shop')
  expect(metrics.text).not.toContain(execution?.id)
})

test('a comparison counts what it said of each failed test', async () => {
  const run = (branch: string, status: 'passed' | 'failed') => ({
    project: 'cart',
    code: { branch, baseBranch: 'main' },
    results: [result('adds', 'passed'), result('divides', status)],
  })
  await send(run('main', 'passed'))
  const sent = (await (await send(run('topic', 'failed'))).json()) as { data: { execution: { id: string } } }
  const { verdicts } = await server.get<{ verdicts: Record<string, number> }>(
    `/api/compare?head=${sent.data.execution.id}`,
  )
  const told = Object.entries(verdicts).filter(([, tests]) => tests > 0)
  expect(told).toHaveLength(1)
  const metrics = await read()
  for (const [verdict, tests] of told)
    expect(metrics.valueOf('svc_verdicts_told_total', { verdict })).toBe(tests)
})

test('the port answers nothing else, and the server’s own port has no metrics', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/api/executions`)).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})

test('a client that asks without reading, and one that says nothing, cost nobody else the server', async () => {
  const silent = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  const greedy = connect(port, '127.0.0.1').on('error', () => undefined)
  greedy.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))
  // Not `once` of Node's events, which rejects when the refusal resets the connection.
  await new Promise((resolve) => greedy.resume().once('close', resolve))
  expect(greedy.bytesRead).toBeLessThan(1_000_000)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  for (const socket of silent) socket.destroy()
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null))?.status)
    .toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405)
})

test('a port that is in use is a line that names the setting', async () => {
  const failed = startServer({ env: { ...NO_LIMITS, SVC_METRICS_PORT: String(port) } })
  await expect(failed).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or choose another for metrics: SVC_METRICS_PORT=${port + 1}.`,
  )
})
