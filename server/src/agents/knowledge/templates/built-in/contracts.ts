import type { BuiltIn } from './template.ts'

export const contractTemplates: BuiltIn[] = [
  {
    path: 'contracts/api',
    category: 'contracts',
    title: 'Contract of an API operation',
    content: `---
title: <METHOD /path>
category: contracts
---
# <METHOD /path>

One sentence: what it does, and who may call it.

## Request
| Field | Type | Required | Bounds and default |
|---|---|---|---|

## Response
| Field | Type | Meaning and unit |
|---|---|---|

## Errors
| Status and code | When | What the caller does next |
|---|---|---|

## Guarantees
- Idempotent: <yes, by which key / no>.
- Order, limits and what is durable when the answer arrives.

## Compatibility
What may be added without a new version, and what may not.
`,
  },
  {
    path: 'contracts/message',
    category: 'contracts',
    title: 'Contract of a message or event',
    content: `---
title: <event.name>
category: contracts
---
# <event.name>

## When it is sent
The state change that causes it, and in which transaction it is recorded.

## Payload
| Field | Type | Meaning and unit |
|---|---|---|

## Delivery
- At least once or at most once, and the deduplication key.
- Order: within <subject>; none across subjects.

## Consumers
Who relies on it, and for what.
`,
  },
  {
    path: 'contracts/data',
    category: 'contracts',
    title: 'Contract of stored data',
    content: `---
title: <table or file>
category: contracts
---
# <table or file>

One sentence: what one row or file represents, and which part of the code is the only writer.

## Fields
| Field | Type | Meaning and unit | May be null when |
|---|---|---|---|

## Invariants
- Always <rule that holds after every transaction>. Name the constraint or test that enforces it.

## Lifetime
When it is created, archived and deleted.
`,
  },
]
