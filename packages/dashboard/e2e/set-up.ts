import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NO_LIMITS, startServer } from '@svc/test-kit/server'
import { buildIfStale } from '../build/build.ts'
import { cookieOf, PASSWORD } from './cookie-of.ts'
import { record } from './record.ts'
import { seed } from './seed.ts'
import { WORLD } from './world.ts'

/** One server with one set of data for the whole suite; returns what ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  await buildIfStale(join(import.meta.dirname, '../dist'))
  const server = await startServer({
    env: {
      ...NO_LIMITS,
      SVC_DASHBOARD: '1',
      SVC_RATE_SIGN_IN: '0',
      SVC_WEBHOOKS_PRIVATE: '1',
      // A running execution must stay open for the whole suite, even on a busy machine.
      SVC_INCOMPLETE_AFTER: '7d',
    },
  })
  try {
    const attached = await record()
    const seeded = await seed(server, attached)
    mkdirSync(dirname(WORLD), { recursive: true })
    const cookie = { ...(await cookieOf(server.url, server.welcomeUrl)), url: server.url, httpOnly: true }
    writeFileSync(
      WORLD,
      JSON.stringify({
        url: server.url,
        apiKey: server.apiKey,
        email: 'admin@localhost',
        password: PASSWORD,
        cookie,
        seeded,
      }),
    )
  } catch (error) {
    await server.stop()
    throw error
  }
  return () => server.stop()
}
