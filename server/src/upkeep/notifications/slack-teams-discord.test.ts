import { expect, test } from 'vitest'
import type { Notice } from './notice.ts'
import { bodyOf } from './slack-teams-discord.ts'

const HOSTILE =
  '<!channel> @here & [a](https://evil.example) *b* `c` \u202e\u200b<@U1>\n**d** <https://evil.example|e>'

const broke: Notice = {
  event: 'base.broke',
  at: '2026-03-02T09:00:00.000Z',
  project: 'shop',
  execution: {
    id: 'id',
    url: 'https://svc.example/executions/id?a=1&b=2',
    suite: 'unit',
    branch: 'main',
    pullRequest: null,
    commit: 'a'.repeat(40),
    subject: HOSTILE,
    state: 'failed',
    counts: { passed: 1, failed: 12, flaky: 0, skipped: 0, errors: 0 },
  },
  tests: [
    { testId: 't', file: 'a.test.ts', titles: ['cart', HOSTILE], because: null, owners: ['@acme/pay'] },
  ],
  testCount: 12,
}

interface Slack {
  text: string
  blocks: { text: { text: string; verbatim: boolean } }[]
}

test('Slack: untrusted text appears as code, and nothing in it is interpreted', () => {
  const { text, blocks } = bodyOf.slack('d', broke) as Slack
  expect(text).toBe('`main` of `shop` is broken: 12 tests failed in `unit`')
  const lines = blocks.map((block) => block.text.text)
  expect(lines[1]).toBe(
    'Commit `aaaaaaaaa`: `&lt;!channel&gt; @here &amp; [a](https://evil.example) *b* ˋcˋ &lt;@U1&gt; **d** &lt;https://evil.example|e&gt;`',
  )
  expect(lines[2]).toMatch(/^• `cart › &lt;!channel&gt;.*` in `a\.test\.ts`, owned by `@acme\/pay`$/)
  expect(lines[3]).toBe('and 11 more')
  expect(lines[4]).toBe('<https://svc.example/executions/id?a=1&amp;b=2|Open the execution>')
  expect(blocks.every((block) => block.text.verbatim)).toBe(true)
  // Every "<" that is left is our own link's.
  expect(lines.join('').match(/</g)).toHaveLength(1)
})

interface Teams {
  attachments: {
    content: {
      body: { type: string; inlines: { type: string; text: string; fontType?: string }[] }[]
      actions: { url: string }[]
    }
  }[]
}

test('Teams: what others wrote is a run of text, which is not read as Markdown', () => {
  const { attachments } = bodyOf.teams('d', broke) as Teams
  const { body, actions } = attachments[0]?.content ?? { body: [], actions: [] }
  expect(body.every(({ type }) => type === 'RichTextBlock')).toBe(true)
  const runs = body.flatMap(({ inlines }) => inlines)
  expect(runs.every(({ type }) => type === 'TextRun')).toBe(true)
  expect(
    runs.filter(({ text }) => text.includes('evil')).every(({ fontType }) => fontType === 'monospace'),
  ).toBe(true)
  expect(JSON.stringify(body)).not.toMatch(/\u202e|\u200b/)
  expect(actions).toMatchObject([{ url: 'https://svc.example/executions/id?a=1&b=2' }])
})

interface Discord {
  allowed_mentions: { parse: string[] }
  embeds: { description: string }[]
}

test('Discord: what others wrote is in code, nobody is mentioned, and the only link is ours', () => {
  const { allowed_mentions, embeds } = bodyOf.discord('d', broke) as Discord
  expect(allowed_mentions).toEqual({ parse: [] })
  const lines = embeds[0]?.description.split('\n') ?? []
  expect(lines).toEqual([
    '**`main` of `shop` is broken: 12 tests failed in `unit`**',
    'Commit `aaaaaaaaa`: `<!channel> @here & [a](https://evil.example) *b* ˋcˋ <@U1> **d** <https://evil.example|e>`',
    expect.stringMatching(/^• `cart › <!channel>[^`]*` in `a\.test\.ts`, owned by `@acme\/pay`$/),
    'and 11 more',
    '[Open the execution](https://svc.example/executions/id?a=1&b=2)',
  ])
  // Without its code, nothing foreign is left.
  expect(lines.join('\n').replace(/`[^`]*`/g, '')).not.toMatch(/[<@]|evil/)
})

test('the reason of a change, which names a branch, is not interpreted either', () => {
  const because = `It passes on "main* ${HOSTILE.replaceAll('\n', ' ')}" again.`
  const [one] = broke.tests
  const notice: Notice = {
    ...broke,
    event: 'test.recovered',
    tests: [{ ...one, because } as never],
    testCount: 1,
  }
  const { blocks } = bodyOf.slack('d', notice) as Slack
  const { embeds } = bodyOf.discord('d', notice) as Discord
  for (const text of [blocks.map((block) => block.text.text).join('\n'), embeds[0]?.description ?? ''])
    expect(text.replace(/`[^`]*`|[<[].*Open the execution.*$/gm, '')).not.toMatch(/[[<@*]main|evil|\p{Cf}/u)
  expect(JSON.stringify(bodyOf.teams('d', notice))).not.toMatch(/\u202e|\u200b/)
  // A usual one stands as words.
  const usual = {
    ...notice,
    tests: [{ ...one, because: 'It failed in its last 4 runs on main, linux-x64.' } as never],
  }
  expect((bodyOf.discord('d', usual) as Discord).embeds[0]?.description).toContain(
    '. It failed in its last 4 runs on main, linux-x64.',
  )
})

test('all stay within what their receivers take, however long names are', () => {
  const long = '&'.repeat(4_000)
  const { execution, tests } = broke
  const [one] = tests
  const worst: Notice = {
    ...broke,
    project: long,
    execution: execution && { ...execution, suite: long, branch: long, subject: long },
    tests: Array.from(
      { length: 10 },
      () => ({ ...one, file: long, titles: [long], owners: [long, long] }) as never,
    ),
  }
  const { blocks } = bodyOf.slack('d', worst) as Slack
  expect(Math.max(...blocks.map((block) => block.text.text.length))).toBeLessThanOrEqual(3_000)
  expect(blocks.length).toBeLessThanOrEqual(50)
  expect(JSON.stringify(bodyOf.teams('d', worst)).length).toBeLessThan(28_000)
  const description = (bodyOf.discord('d', worst) as Discord).embeds[0]?.description ?? ''
  expect(description.length).toBeLessThanOrEqual(4_096)
  expect(description).toMatch(/\[Open the execution\]\([^)]+\)$/)
})

test.for<[Partial<Notice>, string]>([
  [{ event: 'test.became-flaky', testCount: 1 }, '1 test of shop became flaky on main'],
  [{ event: 'test.recovered', testCount: 12 }, '12 tests of shop recovered on main'],
  [{ event: 'execution.settled' }, 'unit of shop on main failed'],
  [{ event: 'test', execution: null }, 'This is a test: svc sends its messages here.'],
])('in words: %o', ([more, text]) => {
  expect(bodyOf.json('d', { ...broke, ...more })).toMatchObject({ id: 'd', text })
})
