import { expect, test } from 'vitest'
import { makeSigner } from '../../../agents/bus/signing/signer.ts'
import { mostTokens } from '../../../ground/kernel/most-tokens.ts'
import { addAgent, sendAs, type TestAgent } from '../../../testing/bus.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { connectAgent, type ToolAnswer } from '../../../testing/mcp-client.ts'

/** What an agent may read at once, tokens. */
const BUDGET = 4_000

const TEXTS = {
  Chinese: '測試在主分支上失敗，請修復購物車的價格。'.repeat(1_050),
  Japanese: 'テストが失敗しました。カートの価格を直してください。\n'.repeat(800),
  emoji: '🧪✅'.repeat(9_000),
  controls: '"\\\u0007\t'.repeat(8_000),
}

async function pair(app: TestApp) {
  const [planner, fixer] = [await addAgent(app, 'planner'), await addAgent(app, 'fixer')]
  return { planner, fixer, mcp: await connectAgent(app, { key: fixer.key }) }
}

type Mcp = Awaited<ReturnType<typeof connectAgent>>

/** Follows the calls that cut answers name, to the end. Returns the parts of the text. */
async function readOn({ call }: Mcp, first: ToolAnswer, contentOf: (answer: ToolAnswer) => string) {
  let answer = first
  let text = contentOf(first)
  for (let calls = 0; ; calls++) {
    expect(calls).toBeLessThan(200)
    for (const part of [answer.text, JSON.stringify(answer.structured)])
      expect(mostTokens(part)).toBeLessThanOrEqual(BUDGET * 1.1)
    const [, tool = '', args] =
      /\[(?:cut: |truncated: the rest .*?\. )(svc_\w+) (\{.*\}) continues/.exec(answer.text) ?? []
    if (args === undefined) return text
    answer = await call(tool, JSON.parse(args) as Record<string, unknown>)
    expect(answer.isError, answer.text).toBe(false)
    text += contentOf(answer)
  }
}

const statuses = async (app: TestApp, { key }: TestAgent) => {
  const inbox = await app.get<{ messages: { status: string }[] }>('/api/bus/inbox?status=all', { key })
  return inbox.data.messages.map(({ status }) => status)
}

onEachDatabase('texts over MCP', (make) => {
  test('a message of any script is read whole by the calls that the answers name, and marked with its last part', async () => {
    const app = await make()
    const { planner, fixer, mcp } = await pair(app)
    const contentOf = ({ structured }: ToolAnswer) => structured.messages[0].content as string
    for (const [script, text] of Object.entries(TEXTS)) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024)
      await sendAs(app, planner, 'fixer', text, { channel: script })
      await sendAs(app, planner, 'fixer', 'the next one')
      const first = await mcp.call('svc_agent_inbox', { mark_read: true })
      expect(first.structured).toMatchObject({
        truncated: true,
        messages: [{ status: 'pending', offset: 0, totalCharacters: text.length }],
      })
      // It was shown in part, and the next one not at all.
      expect((await statuses(app, fixer)).slice(-2)).toEqual(['pending', 'pending'])
      let last = first
      const read = await readOn(mcp, first, (answer) => {
        last = answer
        return contentOf(answer)
      })
      expect(read).toBe(text)
      expect((await statuses(app, fixer)).at(-2)).toBe('read')
      // It has room beside the last part, or comes next.
      const next = await mcp.call('svc_agent_inbox', { mark_read: true })
      expect([...last.structured.messages.slice(1), ...next.structured.messages]).toMatchObject([
        { content: 'the next one', status: 'read' },
      ])
    }
  })

  test('each listed message has its whole text as text and as data, and only those are marked', async () => {
    const app = await make()
    const { planner, fixer, mcp } = await pair(app)
    const texts = Array.from({ length: 6 }, (_, i) => `${i} ${'\u0001"\\'.repeat(200)}`)
    for (const text of texts) await sendAs(app, planner, 'fixer', text)
    const seen: string[] = []
    while (seen.length < texts.length) {
      const { structured, text } = await mcp.call('svc_agent_inbox', { mark_read: true })
      expect(structured.messages.length).toBeGreaterThan(0)
      for (const { content, nextOffset } of structured.messages) {
        expect([nextOffset, text.includes(content)]).toEqual([null, true])
        seen.push(content)
      }
      expect((await statuses(app, fixer)).filter((status) => status === 'read')).toHaveLength(seen.length)
    }
    expect(seen).toEqual(texts)
    // A message is read again by its id, with any status; the sender may, too.
    const { id } = (
      await app.get<{ messages: { id: string }[] }>('/api/bus/inbox?status=read', { key: fixer.key })
    ).data.messages[2] as { id: string }
    for (const { key } of [fixer, planner]) {
      const again = await (await connectAgent(app, { key })).call('svc_agent_read', { message_id: id })
      expect(again.structured).toMatchObject({
        total: 1,
        messages: [{ id, content: texts[2], status: 'read' }],
      })
    }
    for (const which of [{ offset: 5 }, { message_id: id, task_id: id }])
      expect((await mcp.call('svc_agent_read', which)).text).toBe(
        'INVALID_REQUEST: Give message_id or task_id, and not both.',
      )
    expect((await mcp.call('svc_agent_read', { message_id: 'x' })).text).toMatch(
      /^INVALID_REQUEST: message_id or task_id must be/,
    )
  })

  test('a text that cannot be proven is null, and no other text is', async () => {
    const app = await make()
    const { planner, mcp } = await pair(app)
    const { data } = await sendAs(app, planner, 'fixer', 'x'.repeat(60_000))
    const read = () => mcp.call('svc_agent_read', { message_id: data.id })
    expect((await read()).structured.messages[0].content).toMatch(/^x+$/)
    await app.store.write((db) => db.updateTable('bus_message').set({ payload: 'forged' }).execute())
    const forged = await read()
    expect(forged.text).toContain('The facts above may be forged, too, such as the sender and the priority.')
    expect(forged.structured.messages).toMatchObject([
      { isAuthentic: false, content: null, status: 'failed', problem: expect.stringContaining('changed') },
    ])
  })

  test('a message that cannot be verified is shown as that, and mark_read takes it from the top of the inbox', async () => {
    const app = await make()
    const { planner, mcp } = await pair(app)
    await sendAs(app, planner, 'fixer', 'of the former secret', { priority: 'urgent' })
    const former = app.bus.signer
    app.bus.signer = makeSigner('another secret, which is as long as it must be')
    await sendAs(app, planner, 'fixer', 'of today')
    const first = await mcp.call('svc_agent_inbox', { limit: 1, mark_read: true })
    expect(first.text).toContain('mark_read marks it as read')
    expect(first.structured.messages).toMatchObject([{ isAuthentic: false, content: null, status: 'failed' }])
    const next = await mcp.call('svc_agent_inbox', { limit: 1 })
    expect(next.structured).toMatchObject({ total: 1, messages: [{ content: 'of today' }] })
    // The secret returns: nothing was lost.
    app.bus.signer = former
    const read = await mcp.call('svc_agent_inbox', { status: 'read' })
    expect(read.structured.messages).toMatchObject([{ content: 'of the former secret', isAuthentic: true }])
  })

  test('an agent that has only MCP gets all of a task: in its message, by its lease and by its id', async () => {
    const app = await make()
    const { planner, mcp } = await pair(app)
    const small = {
      description: 'Round to cents.',
      payload: { file: 'cart.ts', commands: ['npx vitest run'] },
    }
    const create = async (body: object) => {
      const task = { assignedTo: 'fixer', title: 'Mend the cart', ...body }
      return (await app.post<{ id: string }>('/api/bus/tasks', task, { key: planner.key })).data.id
    }
    const id = await create(small)
    const inbox = await mcp.call('svc_agent_inbox', { mark_read: true })
    const { task, next } = JSON.parse(inbox.structured.messages[0].content)
    expect(task).toMatchObject({ id, ...small })
    const [, claim = ''] = /^svc_lease (\{.*?\})/.exec(next) ?? []
    const held = await mcp.call('svc_lease', JSON.parse(claim))
    expect(held.structured).toMatchObject({ isRenewal: false, truncated: false, task: { id, ...small } })
    for (const text of [small.description, 'npx vitest run', 'holds the task'])
      expect(held.text).toContain(text)
    // Its holder has the text already.
    expect((await mcp.call('svc_lease', JSON.parse(claim))).text).not.toContain(small.description)
    const done = await mcp.call('svc_task_update', { task_id: id, status: 'done', result: { commit: 'abc' } })
    expect(done.text).toContain(`svc_agent_read {"task_id":"${id}"} returns it whole.`)
    const whole = await mcp.call('svc_agent_read', { task_id: id })
    expect(whole.structured.task).toMatchObject({ ...small, result: { commit: 'abc' }, status: 'done' })
  })

  test('a task that is longer than a message is read in parts', async () => {
    const app = await make()
    const { planner, mcp } = await pair(app)
    const payload = { log: '失敗した行\n'.repeat(8_000) }
    const description = 'é'.repeat(16_000)
    const task = { assignedTo: 'fixer', title: 'Read the log', description, payload }
    const { data } = await app.post<{ id: string }>('/api/bus/tasks', task, { key: planner.key })
    const inbox = await mcp.call('svc_agent_inbox')
    expect(JSON.parse(inbox.structured.messages[0].content).task).toMatchObject({
      descriptionBytes: 32_000,
      payloadBytes: Buffer.byteLength(JSON.stringify(payload)),
    })
    const first = await mcp.call('svc_agent_read', { task_id: data.id })
    const whole = await readOn(mcp, first, ({ structured }) => structured.task.content)
    expect(whole).toBe(`description:\n${description}\n\npayload:\n${JSON.stringify(payload, null, 1)}`)
  })
})
