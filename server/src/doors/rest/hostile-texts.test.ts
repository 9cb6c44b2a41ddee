import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { makeHostile } from '../../testing/hostile/rewrite.ts'
import { addHome, fillOrganization } from '../../testing/isolation/create-data.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { partsOf } from '../../testing/markdown.ts'
import { type Random, randomOf } from '../../testing/random.ts'

// Texts that the server writes for GitHub, a chat, a README or a page, with hostile words in every stored text. The walk
// of the MCP tools is `mcp/hostile-names.test.ts`, that of the command line `packages/cli/test/hostile.test.ts`.

const MARK = 'zebra'
const SEEDS = 15
const WORDS = [
  '</summary></details></code></pre> & `x` ~~~ ```` | a |\n\n# Forged heading\n\n<!-- svc:pull-request -->\n-----\n',
  '@octocat @acme/team #12 GH-12 ![pixel](https://evil.example/p.png) [Open the execution](https://evil.example)\n',
  '<img src=x onerror=alert(1)> https://evil.example www.evil.example <!channel> <@U1> $x$ :tada:\n',
  '::add-mask::x\n##[error]y\n%0A::error::z \u202egnp\u2066\u200b\u00ad\u{e0041}\u2028\u001b[31m\u009b2J\u0007',
].join('')

/** What GitHub makes of finished text: mentions, references to issues and commits, addresses. */
const REFERENCES = /@\w|#\d|\bgh-\d|:\/\/|\bwww\./i
// Joiners belong to letters and emoji, and code has tabs.
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}]|(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{DI}]/u
/** Lines that only the server begins. */
const FORGED = /^ {0,3}(?:#+ Forged|-----|::|##\[)/m
const OWN_HTML = /^(?:<\/?(?:details|summary|code|br|sub|b)>|<details><summary>)$/

/** What is wrong with Markdown of the server; empty if nothing is. */
function faultsOf(markdown: string, own: string): string[] {
  const { links, html, images, text, code } = partsOf(markdown)
  const spoken = text.replaceAll(/[\u200b\u2060]/g, '\u00b7')
  return [
    ...links.filter((url) => !url.startsWith(own)).map((url) => `link ${url}`),
    ...images.map((url) => `image ${url}`),
    ...html
      .flatMap((piece) => piece.match(/<!--[\s\S]*?-->|<[^>]*>/g) ?? [])
      .filter((piece) => !OWN_HTML.test(piece) && !/^<!-- svc:pull-request(?: [\w.-]+)? -->$/.test(piece))
      .map((piece) => `html ${piece}`),
    ...(REFERENCES.exec(spoken) ? [`reference ${around(spoken, REFERENCES)}`] : []),
    ...[...code, markdown.replace(/&#8203;|&#8288;/g, '')]
      .filter((part) => UNSEEN.test(part))
      .map((part) => `unseen ${around(part, UNSEEN)}`),
    ...(FORGED.test(withoutBlocks(markdown)) ? [around(withoutBlocks(markdown), FORGED)] : []),
    ...((withoutBlocks(markdown).match(/<!-- svc:/g)?.length ?? 0) > 1 ? ['a second marker'] : []),
  ]
}

const withoutBlocks = (markdown: string) => markdown.replace(/^( *)(`{3,})\w*\n[\s\S]*?\n\1\2$/gm, '')

function around(text: string, pattern: RegExp): string {
  const at = pattern.exec(text)?.index ?? 0
  return JSON.stringify(text.slice(Math.max(0, at - 40), at + 60))
}

async function hostileOrganization(app: TestApp) {
  const home = await addHome(app, `${MARK}-organization`)
  const ids = await fillOrganization(app, home, MARK)
  await makeHostile(app, MARK, WORDS)
  return { ids, key: home.key }
}

/** Comments and reports that the server writes for CI, each with the place where it came from. */
async function textsOf(app: TestApp, ids: { pullRequest: string; execution: string }, key: string) {
  const texts: [string, string][] = []
  for (const number of [7, ids.pullRequest]) {
    const { data, error } = await app.get<{ markdown: string }>(`/api/pull-requests/${number}`, { key })
    texts.push([`comment ${number}`, error?.message ?? data.markdown])
  }
  const { data: executions } = await app.get<{ id: string }[]>('/api/executions?limit=100', { key })
  expect(executions.length).toBeGreaterThan(4)
  for (const { id } of executions)
    for (const base of ['auto', ids.execution]) {
      const path = `/api/executions/${id}/report?base=${base}`
      const { data, error } = await app.get<{ markdown: string; headline: string }>(path, { key })
      if (error) expect(error.code).not.toBe('INTERNAL')
      else {
        texts.push([path, data.markdown])
        // Plain text, on one line.
        expect([path, data.headline]).toEqual([path, expect.not.stringMatching(/[\n\p{Cc}\p{Cf}]/u)])
      }
    }
  return texts
}

const allFaults = (texts: [string, string][]) =>
  texts.flatMap(([where, text]) => faultsOf(text, 'http://svc.test').map((fault) => `${where}: ${fault}`))

onBothDatabases('texts with words that attack their readers', (make) => {
  test('comments and reports of CI neither link, mention, hide nor forge', async () => {
    const app = await make()
    const { ids, key } = await hostileOrganization(app)
    const texts = await textsOf(app, ids, key)
    expect(allFaults(texts)).toEqual([])
    expect(texts.some(([, text]) => text.includes('octocat'))).toBe(true)
  })
})

/** Pieces that begin, end or join what Markdown and code hosts read. */
const PIECES = [
  ...[
    '`',
    '``',
    '```',
    '````sh\n',
    '~~~',
    '\n',
    '\n\n',
    '\r',
    '    ',
    '\t',
    '\\',
    '|',
    '| a |\n|-|\n',
    '> ',
    '- ',
    '1. ',
    '#',
    '# Forged heading\n',
  ],
  ...[
    '*',
    '**',
    '_',
    '~~',
    '[',
    ']',
    '](',
    ')',
    '![',
    '[a]: https://evil.example',
    '[^1]',
    '<https://evil.example>',
    'mailto:a@b.example',
  ],
  ...[
    '<',
    '>',
    '<!--',
    '-->',
    '<!-- svc:pull-request -->',
    '<details>',
    '</details>',
    '</summary>',
    '</code>',
    '</pre>',
    '<b>',
    '<img src=x>',
    '<a href="//evil.example">',
    '&lt;',
    '&#64;acme',
    '&',
    '&nbsp;',
  ],
  ...[
    '@',
    '@acme/team',
    '@octocat',
    '#12',
    'GH-12',
    'acme/shop#12',
    'deadbeef',
    'https://',
    'www.evil.example',
    '://',
    ':tada:',
    '$x$',
    '$$',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u00ad',
    '\u{e0041}',
    '\u2028',
    '\u0007',
    '\u001b[31m',
    '\u05d0\u05d1',
    '\u0645',
    '\ufeff',
    '\u115f',
  ],
  ...['::error::', '##[error]', '%0A', '-----\n', '=====\n', '/srv/a b.ts', 'C:\\a\\b.ts', 'a(b).ts:1:2'],
]

/** One mark, so that the next words can take the place of these. */
const randomWords = (random: Random): string => {
  const pieces = (count: number) =>
    Array.from({ length: count }, () => random.oneOf(PIECES)).join(random.oneOf(['', ' ']))
  return `${pieces(random.below(6))}${MARK}${pieces(30)}`
}

test('random words neither link, mention, hide nor forge', { tags: 'thorough' }, async () => {
  const app = await makeApp()
  const home = await addHome(app, `${MARK}-organization`)
  const ids = await fillOrganization(app, home, MARK)
  const faults: Record<string, string[]> = {}
  for (let seed = 1; seed <= SEEDS; seed++) {
    await makeHostile(app, MARK, randomWords(randomOf(seed)))
    const found = allFaults(await textsOf(app, ids, home.key))
    if (found.length > 0) faults[`seed ${seed}`] = [...new Set(found)].slice(0, 20)
  }
  expect(faults).toEqual({})
})
