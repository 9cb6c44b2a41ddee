import type { BuiltIn } from './template.ts'

export const patternTemplates: BuiltIn[] = [
  {
    path: 'patterns/pattern',
    category: 'patterns',
    title: 'Pattern',
    content: `---
title: <Name of the pattern>
category: patterns
---
# <Name of the pattern>

One sentence: use it when <situation>, because <reason>.

## Rules
- Always <rule>. Each rule is one sentence that a reviewer can check.

## Example
\`\`\`ts
// path/to/the/best/example.ts, reduced to the lines that matter
\`\`\`

## Anti-patterns
- Never <the tempting alternative>: <what breaks>.

## Evidence
Commits, tests or incidents that led to it.
`,
  },
  {
    path: 'patterns/test',
    category: 'patterns',
    title: 'How we test one kind of thing',
    content: `---
title: Testing <kind of thing>
category: patterns
---
# Testing <kind of thing>

## Rules
- Always wait for an event; never sleep for a time.
- Always create the data that a test reads; never depend on the order of tests.
- Never mock our own code. Name the boundary at which a fake is allowed.

## Example
\`\`\`ts
// the shortest real test of this kind
\`\`\`

## Known flakes
| Test | Cause | Fix |
|---|---|---|
| \`<file> › <title>\` | <race, time, network> | <commit> |
`,
  },
  {
    path: 'patterns/failure',
    category: 'patterns',
    title: 'A failure, its cause and its fix',
    content: `---
title: <Error in one line>
category: patterns
failures:
  - fingerprint: "<16 hex digits, as svc_get_failures shows them>"
    cause: <why it fails>
    # Without a fix so far, leave these two out.
    fix: <what to change>
    commit: "<whole sha of the commit that fixed it>"
---
# <Error in one line>

## Symptom
The message, and the tests that show it.

## Cause
One paragraph. Link the line of code.

## Fix
What to change, with the commit that did it: <sha>.

## How to tell it from similar failures
- If <observation>, it is something else: see <document>.
`,
  },
]
