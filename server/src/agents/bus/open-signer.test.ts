import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addAgent } from '../../testing/bus.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { openSigner } from './open-signer.ts'

const SECRET = 'a secret that is as long as it must be'

const opened = async (app: TestApp, secret: string | null) => {
  const events: string[] = []
  const signer = await openSigner(secret, {
    store: app.store,
    log: ({ event }) => void events.push(String(event)),
  })
  return { signer, events }
}

test('SQLite without SVC_SECRET gets a file of its own, which only the server reads and which stays', async () => {
  const app = await makeApp()
  const { signer } = await opened(app, null)
  const file = join(app.folder, 'secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  const again = await opened(app, null)
  expect(again.signer.mac('text')).toBe(signer.mac('text'))
  expect(again.events).toEqual([])
  writeFileSync(file, 'short')
  await expect(opened(app, null)).rejects.toThrow(/must have at least 32 characters/)
})

onEachDatabase('the secret of the server', (make) => {
  test('the log reports a missing secret on Postgres, and another secret than that of the keys', async () => {
    const app = await make({ secret: SECRET })
    expect((await opened(app, 'another secret, before there is any agent')).events).toEqual([])
    await addAgent(app, 'ada')
    expect((await opened(app, SECRET)).events).toEqual([])
    expect((await opened(app, 'another secret, which is long enough')).events).toEqual([
      'keys of agents have another secret',
    ])
    const isPostgres = 'postgres' in app.store.address
    expect((await opened(app, null)).events).toEqual([
      ...(isPostgres ? ['keys of agents are not protected'] : []),
      'keys of agents have another secret',
    ])
  })
})
