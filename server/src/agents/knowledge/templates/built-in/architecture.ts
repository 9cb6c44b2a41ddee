import type { BuiltIn } from './template.ts'

export const architectureTemplates: BuiltIn[] = [
  {
    path: 'architecture/overview',
    category: 'architecture',
    title: 'Architecture overview',
    content: `---
title: Architecture of <system>
category: architecture
---
# Architecture of <system>

One paragraph: what the system does, for whom, and the one quality that decides most trade-offs.

## Where things are
| Part | Owns | May import |
|---|---|---|
| \`src/<part>\` | the data and rules that no other part may change | \`src/<other>\` |

## The path of one request
1. Where it enters, and what is checked there.
2. Which part decides, and which part stores.
3. What is written before the answer is sent.

## Rules
- One sentence for each rule that a reviewer enforces. Name the check that fails if it is broken.

## Decisions
Link each decision record. Do not repeat its reasons here.
`,
  },
  {
    path: 'architecture/decision',
    category: 'architecture',
    title: 'Decision record',
    content: `---
title: <Decision in one sentence>
category: architecture
status: proposed
date: <YYYY-MM-DD>
---
# <Decision in one sentence>

## Context
The facts that force a choice: measurements, limits, incidents. Link the commit or the run that shows each.

## Decision
What we do from now on, in active voice and present tense.

## Alternatives
- **<Alternative>**: why it lost, with the figure that decided.

## Consequences
- What becomes easier.
- What becomes harder, and how we notice that the decision was wrong.
`,
  },
]
