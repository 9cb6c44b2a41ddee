import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { readMetrics } from '../read-metrics.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
/** The suffixes that Prometheus' text has for a histogram. */
const PART = /_(bucket|count|sum)$/

let replicas: Replicas
let ports: [number, number]

beforeAll(async () => {
  ports = [await freePort(), await freePort()]
  const [one, two] = ports
  replicas = await startReplicas(
    (await emptyPostgres()).postgres,
    { SVC_METRICS_PORT: String(one) },
    { SVC_METRICS_PORT: String(two) },
  )
})
afterAll(() => replicas?.close())

test('each work is done by one replica, both hear notices, and each has connections', async () => {
  const works = async () => {
    const both = await Promise.all(ports.map(readMetrics))
    const names = new Set(
      both.flatMap(({ text }) =>
        [...text.matchAll(/svc_job_held\{work="([^"]+)"\}/g)].map((m) => m[1] ?? ''),
      ),
    )
    return [...names].map((work) => ({
      work,
      held: both.reduce((sum, each) => sum + (each.valueOf('svc_job_held', { work }) ?? 0), 0),
    }))
  }
  await vi.waitFor(
    async () => {
      const held = await works()
      expect(held.length).toBeGreaterThan(10)
      expect(held.filter(({ held: replicasOfWork }) => replicasOfWork !== 1)).toEqual([])
    },
    { timeout: 240_000, interval: 200 },
  )
  for (const port of ports) {
    const metrics = await readMetrics(port)
    expect(metrics.valueOf('svc_wake_up')).toBe(1)
    expect(metrics.valueOf('svc_database_connections', { state: 'idle' })).toBeGreaterThanOrEqual(0)
    expect(metrics.valueOf('svc_database_connections', { state: 'waiting' })).toBe(0)
  }
})

test('every metric of the alert rules and of the board is one that a replica has', async () => {
  const results = [{ file: 'a.test.ts', titles: ['adds'], status: 'passed', durationMs: 1 }]
  await replicas.ask(replicas.one.url, '/api/test-results', {
    method: 'POST',
    body: { project: 'shop', results },
  })
  const { text } = await readMetrics(ports[0])
  const declared = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const used = ['prometheus/alerts.yml', 'grafana/svc.json'].flatMap((path) =>
    [...readFileSync(join(DEPLOY, path), 'utf8').matchAll(/\b(?:svc|nodejs|process)_\w+/g)].map(
      ([name]) => name,
    ),
  )
  expect(new Set(used).size).toBeGreaterThan(15)
  expect(
    [...new Set(used)].filter((name) => !declared.has(name) && !declared.has(name.replace(PART, ''))),
  ).toEqual([])
})
