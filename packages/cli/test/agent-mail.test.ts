// @module-tag thorough

import { useServer } from '@svc/test-kit/use-server'
import { beforeAll, expect, test } from 'vitest'
import { makeSetup } from './set-up.ts'
import { svc } from './shop.ts'

const server = useServer()
beforeAll(async () => {
  for (const name of ['planner', 'fixer']) {
    const response = await fetch(`${server.url}/api/bus/agents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, instance: 'laptop', displayName: `The ${name}` }),
    })
    expect(response.status).toBe(200)
  }
})

const agent = (...args: string[]) =>
  svc(makeSetup({}), ['agent', ...args], { SVC_API_KEY: server.apiKey, SVC_URL: server.url })

test('what one agent sends is in the inbox of the other, once and until it is read', async () => {
  const urgent = ['send', 'fixer', 'main is red', '--agent', 'planner', '--priority', 'urgent', '--id', 'one']
  const sent = await agent(...urgent, '--channel', 'ci', '--type', 'alert')
  expect(sent).toMatchObject({ code: 0, err: '' })
  expect(sent.out).toMatch(/^Sent from planner to fixer: alert, urgent\nMessage [\da-f-]{36}\n$/)
  const again = await agent(...urgent, '--channel', 'ci', '--type', 'alert', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ isRepeat: true, status: 'pending' })

  const inbox = await agent('inbox', '--agent', 'fixer')
  expect(inbox.out).toMatch(/^Inbox of fixer \("The fixer"\): 1 pending message\n\nStatus pending\n/)
  expect(inbox.out).toContain('Signature: valid · from planner ("The planner") on "laptop" · alert · urgent')
  expect(inbox.out).toContain('```\nmain is red\n```')
  const { messages } = JSON.parse((await agent('inbox', '--agent', 'fixer', '--mark-read', '--json')).out)
  expect(messages).toHaveLength(1)
  expect(await agent('inbox', '--agent', 'fixer', '--timeout', '1')).toMatchObject({
    err: '',
    out: 'Inbox of fixer ("The fixer"): 0 pending messages\n',
  })
  const answer = ['send', 'planner', 'on it', '--agent', 'fixer', '--reply-to', messages[0].id, '--json']
  expect(JSON.parse((await agent(...answer)).out)).toMatchObject({ thread: messages[0].id })
  expect((await agent('inbox', '--agent', 'fixer', '--status', 'read')).out).toContain('Status read')
})

test('a refusal says what to do', async () => {
  const refused = async (...args: string[]) => {
    const { code, err } = await agent(...args)
    return `${code} ${err}`
  }
  expect(await refused('send', 'nobody', 'hello', '--agent', 'planner')).toMatch(/^1 .*no such agent/s)
  expect(await refused('send', 'fixer', 'hello')).toMatch(/^1 .*planner.*fixer|^1 .*fixer.*planner/s)
  expect(await refused('send', 'fixer', 'hello', '--agent', 'planner', '--priority', 'soon')).toMatch(/^2 /)
  expect(await refused('send', 'fixer', 'hello', '--reply-to', 'one')).toMatch(/^2 .*id of a message/s)
  expect(await refused('send', 'fixer', '', '--agent', 'planner')).toMatch(/^1 .*empty/s)
  expect(await refused('inbox', '--limit', '0')).toMatch(/^2 /)
})
