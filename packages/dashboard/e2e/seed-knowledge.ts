/** Documents, proposals, agents, messages and tasks for the pages that show them. */
export async function seedKnowledge({ url, apiKey }: { url: string; apiKey: string }): Promise<void> {
  const ask = async <T>(method: string, path: string, body: object, key = apiKey): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    })
    const answer = (await response.json()) as { data: T; error?: { message: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message}`)
    return answer.data
  }
  const put = (path: string, content: string, more: object = {}) =>
    ask('PUT', '/api/documents', { project: 'shop', path, content, ...more })
  await put('docs/payments.md', PAYMENTS.replace('Retry twice.', 'Retry once.'))
  await put('docs/payments.md', PAYMENTS)
  await put('docs/guides/testing/clocks.md', '# Clocks in tests\n\nNever sleep. Wait for an event.\n')
  await put('docs/guides/style.md', '# Style\n\nNames are whole words.\n', { visibility: 'shared' })
  await put(
    'README.md',
    '# The shop\n\nSee [payments](docs/payments.md) and [style](./docs/guides/style.md).\n',
  )
  await put('hostile.md', HOSTILE)
  await put('empty.md', '\n')
  await put('edited.md', '# Edited by two\n\nFirst line.\n')
  const propose = (document: string, content: string) =>
    ask('POST', '/api/proposals', {
      project: 'shop',
      document,
      content,
      evidence: 'src/checkout/pay.ts:112 since 7f3e2d1',
      reasoning: 'Payments are retried three times since the gateway answers slowly.',
    })
  await propose(
    'docs/payments.md',
    PAYMENTS.replace('Retry twice.', 'Retry three times, with 200 ms between.'),
  )
  await propose('docs/refunds.md', '# Refunds\n\nA refund is a payment of its own.\n')
  const agent = async (name: string, more: object) => {
    const { value } = await ask<{ value: string }>('POST', '/api/keys', {
      name: `key of ${name}`,
      role: 'editor',
    })
    await ask('POST', '/api/bus/agents', { name, instance: 'ci-runner-4', project: 'shop', ...more }, value)
    return value
  }
  const planner = await agent('planner', { displayName: 'Planner', model: 'large-1', role: 'orchestrator' })
  const fixer = await agent('fixer', { capabilities: { rerun: true } })
  const first = await ask<{ id: string }>(
    'POST',
    '/api/bus/messages',
    { to: 'fixer', message: 'The cart fails on **main**. Can you look?', priority: 'high' },
    planner,
  )
  await ask('POST', '/api/bus/messages', { to: 'planner', message: `Yes. ${EVIL}`, replyTo: first.id }, fixer)
  const task = (body: object) =>
    ask<{ id: string }>('POST', '/api/bus/tasks', { assignedTo: 'fixer', project: 'shop', ...body }, planner)
  const mend = await task({ title: 'Mend the cart', priority: 1, payload: { pullRequest: 482 } })
  await ask('POST', `/api/bus/tasks/${mend.id}/claim`, { minutes: 60 }, fixer)
  const done = await task({ title: 'Describe the flaky basket in a document' })
  await ask('PUT', `/api/bus/tasks/${done.id}`, { status: 'done', result: { path: 'docs/basket.md' } }, fixer)
  await task({
    title: 'Find out why the search of products times out after 5000 ms',
    description: 'On main.',
  })
}

const EVIL = '<img src=x onerror="document.title=\'owned\'">'

const PAYMENTS = `---
title: Payments
tags: [payments, contracts]
---
# Payments

How a payment reaches the gateway, and what happens when it does not.

## Retries

Retry twice. See [the style](guides/style.md) and [the rules below](#rules).

| answer | what to do |
|---|---|
| 402 | tell the customer |
| 503 | retry |

\`\`\`ts
await pay(cart, card)
\`\`\`

## Rules

- Never charge a cart twice.
- Always round each line, then add.

### Why

Because taxes are due for each line.
`

const HOSTILE = `# ${EVIL}

<script>document.title="owned"</script>

[click](javascript:alert(1)) [data](data:text/html,x) [out](../../../etc/passwd) ![pixel](https://evil.example/x.png)

## ${'a'.repeat(200)}
`
