import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { png, runAttaching, store as storeArtifact } from '../../testing/artifacts.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { describeDatabase } from './database-metrics.ts'

const MINUTE_MS = 60_000

function collectFrom({ store, clock }: TestApp) {
  const registry = new Registry()
  describeDatabase(registry, { store, clock, settledAfterMs: 15 * MINUTE_MS })
  return async () => {
    const metrics = await registry.getMetricsAsJSON()
    return Object.fromEntries(metrics.map(({ name, values }) => [name, values[0]?.value]))
  }
}

onBothDatabases('what waits in the database', (make) => {
  test('is told by its age, and an empty database has no age', async () => {
    const app = await make()
    const collect = collectFrom(app)
    expect(await collect()).toEqual({
      svc_outbox_oldest_seconds: 0,
      svc_webhook_delivery_overdue_seconds: 0,
      svc_settling_lag_seconds: 0,
      svc_artifacts_stored_bytes: 0,
    })
    const { journal } = await runAttaching(app, { pays: [png('one')] }, { end: null })
    await storeArtifact(app, journal, png('one'))
    app.advance(17 * MINUTE_MS)
    // Silent for 17 minutes, 2 more than it may be; the sum of bytes is younger than 10 minutes only at its first look.
    expect(await collect()).toMatchObject({
      svc_settling_lag_seconds: 120,
      svc_artifacts_stored_bytes: png('one').bytes.length,
    })
    expect(await app.sweep()).toBe(1)
    app.advance(MINUTE_MS)
    expect(await collect()).toMatchObject({ svc_settling_lag_seconds: 0, svc_outbox_oldest_seconds: 60 })
  })

  test('is asked again after 5 s, however often a collector asks', async () => {
    const app = await make()
    const collect = collectFrom(app)
    await collect()
    const { execution } = await runAttaching(app, { pays: [] })
    await app.settle(execution)
    app.advance(4_000)
    expect(await collect()).toMatchObject({ svc_outbox_oldest_seconds: 0 })
    app.advance(2_000)
    expect(await collect()).toMatchObject({ svc_outbox_oldest_seconds: 6 })
  })
})

test('a database that fails leaves its gauges without a value, and is asked again', async () => {
  const app = await makeApp()
  const collect = collectFrom(app)
  await app.store.write((db) => db.schema.alterTable('outbox').renameTo('gone').execute())
  expect(await collect()).toMatchObject({ svc_outbox_oldest_seconds: undefined, svc_settling_lag_seconds: 0 })
  await app.store.write((db) => db.schema.alterTable('gone').renameTo('outbox').execute())
  expect(await collect()).toMatchObject({ svc_outbox_oldest_seconds: 0 })
})
