/** A document, or a proposal to change one, at its time in the story. */
export interface StoryDocument {
  daysAgo: number
  path: string
  content: string
  proposal?: { evidence: string; reasoning: string }
}

const PAYMENTS = `---
title: Payments sandbox
category: runbooks
tags: [payments, outage]
---
# Payments sandbox

The tests below \`packages/backend/src/payments\` call the sandbox of the payment gateway.

## When it is down

\`connect ECONNREFUSED 10.20.0.7:8443\` means that the sandbox refuses connections. No change of ours causes that.

1. Look at the gateway's status page.
2. Do not change the tests.
3. Run the job again when the sandbox answers.
`

const FLAKES = `---
title: Known flakes
category: patterns
tags: [flaky]
---
# Known flakes

| test | why | owner |
|---|---|---|
| finds what was added a moment ago | the index refreshes once a second | @acme/search |
| ends a session after thirty minutes | the fake clock of Node 22 misses a tick | @acme/shop |

## Rules

- Always wait for the refresh of the index before you search.
- Never raise a timeout without a note here.
`

export const DOCUMENTS: StoryDocument[] = [
  {
    daysAgo: 38,
    path: 'backend/architecture.md',
    content: `---
title: Architecture of the backend
category: architecture
---
# Architecture of the backend

| folder | holds |
|---|---|
| \`orders\` | placing, cancelling, history |
| \`payments\` | cards, refunds, invoices; see [the runbook](../runbooks/payments-sandbox.md) |
| \`search\` | the index and its ranking |

## Rules

- Always round each line, then add.
- Every charge carries an idempotency key.
`,
  },
  { daysAgo: 30, path: 'patterns/known-flakes.md', content: FLAKES.replace(/\| ends a session.*\n/, '') },
  { daysAgo: 21, path: 'patterns/known-flakes.md', content: FLAKES },
  { daysAgo: 15, path: 'runbooks/payments-sandbox.md', content: PAYMENTS.replace(/3\. .*\n/, '') },
  { daysAgo: 14, path: 'runbooks/payments-sandbox.md', content: PAYMENTS },
  {
    daysAgo: 6,
    path: 'patterns/known-flakes.md',
    content: FLAKES.replace(
      '\n## Rules',
      '| sends one mail for each order | the queue delivers twice after a restart | @acme/shop |\n\n## Rules',
    ),
    proposal: {
      evidence:
        'packages/backend/src/mail/orders.test.ts fails and passes on the same commit since two weeks.',
      reasoning: 'Whoever sees this failure should not look for it in their change.',
    },
  },
]
