import { expect, test } from 'vitest'
import { makeApp } from '../testing/make-app.ts'

test('what nobody foresaw is logged whole and told as INTERNAL with a number to ask by', async () => {
  const app = await makeApp()
  await app.idle()
  await app.store.write((db) => db.schema.alterTable('api_key').renameTo('gone').execute())
  const answer = await app.get('/api/keys')
  expect(answer).toMatchObject({ status: 500, error: { code: 'INTERNAL' } })
  expect(answer.error?.message).not.toMatch(/api_key|SQL|no such table/i)
  expect(app.logged).toMatchObject([
    {
      level: 'error',
      method: 'GET',
      path: '/api/keys',
      error: { message: expect.stringMatching(/api_key/) },
    },
  ])
  expect(answer.error?.message).toContain(app.logged[0]?.requestId)
  expect(JSON.stringify(app.logged)).not.toContain(app.key)
})

test('the token of a badge, which is in its address, does not go into the log', async () => {
  const app = await makeApp()
  await app.store.write((db) => db.schema.alterTable('badge').renameTo('gone').execute())
  const token = 'AAAAAAAAAAAAAAAAAAAAAA'
  expect((await app.request(`/badge/${token}.svg`, { key: null })).status).toBe(500)
  expect(app.logged).toMatchObject([{ event: 'request failed', path: '/badge/…' }])
  expect(JSON.stringify(app.logged)).not.toContain(token)
})
