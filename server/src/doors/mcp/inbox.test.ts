import { expect, onTestFinished, test } from 'vitest'
import { makeAgent, send } from '../../testing/live.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { listen } from '../../testing/mcp/listen.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addOrganization } from '../../testing/organization.ts'
import { serve } from '../../testing/socket.ts'

const ADDRESS = 'svc://agents/fixer/inbox'

/** What a stream of these resources says. */
async function follow(url: string, key: string, addresses: string[]) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await listen(url, key, { resourceSubscriptions: addresses }, abort.signal)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    status: response.status,
    async until(part: string): Promise<string> {
      while (!text.includes(part)) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) break
        text += value
      }
      return text
    },
    text: () => text,
  }
}

/** A second organization with an agent of the same name. */
async function addHostile(app: TestApp) {
  const key = await addOrganization(app)
  const row = await app.store.read
    .selectFrom('api_key')
    .select(['id', 'organization_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const agent = await makeAgent(app, 'fixer', {
    organizationId: row.organization_id,
    credential: `key:${row.id}`,
  })
  return { key, agent, rowId: row.id }
}

test('agents of a credential are resources, which read as the inbox does', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  await makeAgent(app, 'other', { credential: 'key:99' })
  await send(app, fixer, ['```\nhello'])
  const { client } = await connectAgent(app)
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([ADDRESS])
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['svc://agents/{agent_name}/inbox'])
  const { contents } = await client.readResource({ uri: ADDRESS })
  expect(contents[0]).toMatchObject({ uri: ADDRESS, text: expect.stringContaining('hello') })
  for (const uri of [
    'svc://agents/other/inbox',
    'svc://agents/nobody/inbox',
    'svc://agents/fixer',
    'file:///x',
  ])
    await expect(client.readResource({ uri })).rejects.toThrow()
})

test('a subscription says that mail came, and ends with the key', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const { key, agent, rowId } = await addHostile(app)
  const stream = await follow(url, key, [ADDRESS])
  expect(await stream.until('acknowledged')).toContain(ADDRESS)
  await send(app, agent, ['1'])
  expect(await stream.until('resources/updated')).toContain(`"uri":"${ADDRESS}"`)
  await app.store.write((db) =>
    db.updateTable('api_key').set({ revoked_at: app.clock() }).where('id', '=', rowId).execute(),
  )
  const before = stream.text().split('resources/updated').length
  await send(app, agent, ['2'])
  const all = await stream.until('"resultType":"complete"')
  expect(all.split('resources/updated')).toHaveLength(before)
})

test('an agent of the same name in another organization is heard by nobody else', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const mine = await makeAgent(app, 'fixer')
  const hostile = await addHostile(app)
  const own = await follow(url, app.key, [ADDRESS])
  const foreign = await follow(url, hostile.key, [ADDRESS])
  await own.until('acknowledged')
  await foreign.until('acknowledged')
  await send(app, mine, ['secret'])
  await own.until('resources/updated')
  // Its own mail comes later: what came before it came from nobody else.
  await send(app, hostile.agent, ['theirs'])
  const heard = await foreign.until('resources/updated')
  expect(heard.split('resources/updated')).toHaveLength(2)
  expect(own.text().split('resources/updated')).toHaveLength(2)
})

test('an address that the caller may not receive is not acknowledged, whether it exists or not', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  await makeAgent(app, 'theirs', { credential: 'key:99' })
  const answers = await Promise.all(
    ['svc://agents/theirs/inbox', 'svc://agents/nobody/inbox', 'https://example.org/'].map(
      async (address) => {
        const stream = await follow(url, app.key, [address])
        return stream.until('"resultType":"complete"')
      },
    ),
  )
  expect(answers[0]).not.toContain('svc://')
  expect(new Set(answers.map((text) => text.replace(/"serverInfo".*/s, ''))).size).toBe(1)
})
