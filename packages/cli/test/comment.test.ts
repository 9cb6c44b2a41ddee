import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RealServer, startServer } from '../../../scripts/testing/server.ts'
import { runCommand } from '../src/run.ts'
import { startHosts } from './hosts.ts'
import { green } from './reports.ts'
import { makeSetup } from './set-up.ts'
import { joined, type Said, send, shaOf, svc } from './shop.ts'

// `svc comment`: the server's text on a merge or pull request, as each host shows it.

let server: RealServer
beforeAll(async () => {
  server = await startServer({ env: { SVC_RATE_READ: '10000', SVC_RATE_WRITE: '10000' } })
})
afterAll(() => server.stop())

const HOSTS = ['gitlab', 'bitbucket', 'github'] as const
type HostName = (typeof HOSTS)[number]

let names = 0
/** A repository of its own, with hosts of its own. */
const makeShop = async () => {
  const hosts = await startHosts()
  const folder = makeSetup({ 'package.json': { name: 'shop' } })
  const project = `shop-${++names}`
  let commits = 0
  const run = async (results: Record<string, 'passed' | 'failed'>, more: object = {}): Promise<string> =>
    send(server, {
      project,
      ci: { provider: 'Jenkins' },
      startedAt: Date.now() - 60_000 + commits * 1_000,
      code: {
        repository: `acme/${project}`,
        pullRequest: 7,
        branch: 'feature',
        baseBranch: 'main',
        defaultBranch: 'main',
        testedSha: shaOf(9_000 + names * 100 + ++commits),
      },
      results: Object.entries(results).map(([title, status]) => ({
        file: 'src/pay.test.ts',
        titles: ['pay', title],
        status,
        durationMs: 5,
        ...(status === 'failed' && { errors: [{ message: `Error: ${title} is broken` }] }),
      })),
      ...more,
    })
  return { hosts, folder, project, run }
}

type Shop = Awaited<ReturnType<typeof makeShop>>

const envOf = (shop: Shop, host: HostName): Record<string, string> => {
  const base = { SVC_API_KEY: server.apiKey, SVC_URL: server.url }
  const { url } = shop.hosts
  if (host === 'gitlab')
    return {
      ...base,
      CI: 'true',
      GITLAB_CI: 'true',
      CI_API_V4_URL: `${url}/api/v4`,
      CI_PROJECT_ID: '42',
      CI_PROJECT_PATH: `acme/${shop.project}`,
      CI_MERGE_REQUEST_IID: '7',
      SVC_GITLAB_TOKEN: 'token-of-the-bot',
    }
  if (host === 'bitbucket')
    return {
      ...base,
      CI: 'true',
      BITBUCKET_COMMIT: shaOf(1),
      BITBUCKET_BUILD_NUMBER: '3',
      BITBUCKET_REPO_FULL_NAME: `acme/${shop.project}`,
      BITBUCKET_PR_ID: '7',
      SVC_BITBUCKET_URL: `${url}/2.0`,
      SVC_BITBUCKET_TOKEN: 'token-of-the-bot',
    }
  return { ...base, GITHUB_API_URL: url, SVC_GITHUB_TOKEN: 'token-of-the-bot' }
}

/** Runs the command in this process, which is far cheaper than one for each call; CI is told by options. */
const asked = async (shop: Shop, args: string[], env: Record<string, string>): Promise<Said> => {
  const typedIn = { npm_package_json: join(process.cwd(), 'package.json'), INIT_CWD: shop.folder }
  for (const [name, value] of Object.entries({ ...typedIn, ...env })) vi.stubEnv(name, value)
  const said = { out: '', err: '' }
  const code = await runCommand(['comment', ...args], {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  })
  return { code, out: said.out, err: joined(said.err) }
}

const placeOf = (shop: Shop, host: HostName) => [
  ...['--host', host],
  ...['--repo', `acme/${shop.project}`],
  ...['--pull-request', '7'],
]

const comment = (shop: Shop, host: HostName, args: string[] = [], more: Record<string, string> = {}) =>
  asked(shop, [...placeOf(shop, host), ...args], { ...envOf(shop, host), ...more })

afterEach(() => void vi.unstubAllEnvs())

describe.each(HOSTS)('%s', (host) => {
  // `test` has every case of one host, and the first case of each.
  const more = host === 'gitlab' ? {} : { tags: 'thorough' }

  test('one note is made, kept as it is, and brought up to date', async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'failed' })
    const first = await comment(shop, host)
    expect(first, first.err).toMatchObject({ code: 0 })
    expect(first.out).toMatch(/^\w+ a note on (?:merge|pull) request [!#]7 of acme\/\S+: https:\S+\d+\n$/)
    expect(shop.hosts.notes).toHaveLength(1)
    expect(shop.hosts.notes[0]?.body).toContain('cards is broken')
    expect((await comment(shop, host)).out).toMatch(/^The note on .* is up to date: https/)
    await shop.run({ cards: 'passed' })
    const { out } = await comment(shop, host, ['--json'])
    expect(JSON.parse(out)).toMatchObject({ host, pullRequest: 7, kind: 'updated', provisional: false })
    expect(shop.hosts.notes).toHaveLength(1)
    expect(shop.hosts.notes[0]?.body).not.toContain('cards is broken')
  })

  test('it is found behind hundreds of others, and made again where it was deleted', more, async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'passed' })
    for (let id = 1; id <= 230; id++)
      shop.hosts.notes.push({ id: -id, author: 9, body: 'What do you think?', isSystem: id % 2 === 0 })
    await comment(shop, host)
    await shop.run({ cards: 'failed' })
    expect((await comment(shop, host)).out).toMatch(/^Updated/)
    expect(shop.hosts.notes).toHaveLength(231)
    shop.hosts.notes.pop()
    expect((await comment(shop, host)).out).toMatch(/^Created/)
    // Deleted between the look and the write.
    await shop.run({ cards: 'passed' })
    shop.hosts.troubles.push({ match: /^(?:PUT|PATCH) /, status: 404 })
    expect((await comment(shop, host)).out).toMatch(/^Updated/)
    expect(shop.hosts.notes).toHaveLength(231)
  })

  test('six jobs at once leave one note', more, async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'failed' })
    shop.hosts.latencyMs = 40
    const said = await Promise.all(Array.from({ length: 6 }, () => comment(shop, host)))
    for (const { code, err } of said) expect(code, err).toBe(0)
    expect(shop.hosts.notes.filter(({ isDeleted }) => !isDeleted)).toHaveLength(1)
  })

  test('a note of somebody else with our marker is left alone', more, async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'failed' })
    await comment(shop, host)
    const [ours] = shop.hosts.notes
    const theirs = { id: 2, author: 66, body: ours?.body.replace('❌', '✅') ?? '' }
    shop.hosts.notes.splice(0, 1, theirs)
    const before = theirs.body
    shop.hosts.tokens.set('token-of-the-bot', { id: 1, may: 'write', isMaintainer: true })
    expect((await comment(shop, host)).out).toMatch(/^Created/)
    expect(theirs.body).toBe(before)
    expect(shop.hosts.notes).toHaveLength(2)
  })

  test('a merged request gets no new note, and the one that it has is brought up to date', more, async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'passed' })
    shop.hosts.state = 'closed'
    const { code, out } = await comment(shop, host)
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ merged or closed/),
    })
    shop.hosts.state = 'open'
    await comment(shop, host)
    shop.hosts.state = 'closed'
    await shop.run({ cards: 'failed' })
    expect((await comment(shop, host)).out).toMatch(/^Updated/)
  })

  test('a token that is wrong, may only read or sees nothing is told with what to do', more, async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'passed' })
    const variable = `SVC_${host.toUpperCase()}_TOKEN`
    const wrong = await comment(shop, host, [], { [variable]: 'stolen' })
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toMatch(new RegExp(`^svc: \\w+ rejected the token \\(401\\).*\\nnext: set ${variable}`))
    expect(wrong.err).not.toContain('stolen')
    shop.hosts.tokens.set('reads', { id: 5, may: 'read' })
    const reading = await comment(shop, host, [], { [variable]: 'reads' })
    expect(reading.err).toMatch(new RegExp(`^svc: the token .* at \\w+ \\(403\\).*\\nnext: set ${variable}`))
    expect(reading.code).toBe(1)
    const none = await comment(shop, host, ['--json'], { [variable]: '' })
    expect(JSON.parse(none.out)).toMatchObject({
      error: { code: 'NOT_SET_UP', message: expect.stringContaining(variable) },
    })
    shop.hosts.troubles.push({ match: /^GET /, status: 301, headers: { location: 'https://x.example' } })
    expect((await comment(shop, host)).err).toMatch(/^svc: \w+ .*\(301\), .*\nnext: .*https:\/\/x\.example/)
    shop.hosts.troubles.push({ match: /^GET .*(?:merge_requests|pullrequests|pulls)\/7$/, status: 404 })
    expect((await comment(shop, host)).err).toMatch(/^svc: \w+ .* this token \(404\).*\nnext: /)
  })

  test(
    'a limit that passes is waited for, trouble is tried again, and what stays is told',
    more,
    async () => {
      const shop = await makeShop()
      await shop.run({ cards: 'passed' })
      shop.hosts.troubles.push(
        { match: /^POST /, status: 429, headers: { 'retry-after': '1' } },
        { match: /^GET .*(?:notes|comments)$/, status: 502 },
      )
      const passing = await comment(shop, host)
      expect(passing, passing.err).toMatchObject({ code: 0 })
      expect(passing.err).toMatch(/^svc: waiting 1 s: .*\(429\)\n/)
      expect(shop.hosts.notes).toHaveLength(1)
      shop.hosts.troubles.push({ match: /^GET /, times: 9, status: 429, headers: { 'retry-after': '900' } })
      const { code, out } = await comment(shop, host, ['--json'])
      expect(code).toBe(1)
      expect(JSON.parse(out)).toMatchObject({ error: { code: 'RATE_LIMITED', retryAfterSeconds: 900 } })
    },
  )

  test(
    'a note whose answer was lost is found, not written twice; one that was not written is',
    more,
    async () => {
      const shop = await makeShop()
      await shop.run({ cards: 'failed' })
      shop.hosts.troubles.push({ match: /^POST /, status: 502, isAfterwards: true })
      const lost = await comment(shop, host)
      expect(lost, lost.err).toMatchObject({ code: 0 })
      expect(shop.hosts.notes).toHaveLength(1)
      shop.hosts.notes.splice(0)
      shop.hosts.troubles.push({ match: /^POST /, status: 503 })
      const refused = await comment(shop, host)
      expect(refused, refused.err).toMatchObject({ code: 0, out: expect.stringMatching(/^Created/) })
      expect(shop.hosts.notes).toHaveLength(1)
      shop.hosts.notes.splice(0)
      shop.hosts.troubles.push({ match: /^POST /, times: 9, status: 500 })
      expect(await comment(shop, host)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/\(500\).*\nnext: .*again later/),
      })
    },
  )

  test('a text that the host finds too long is shortened', more, async () => {
    const shop = await makeShop()
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`${i} ${'a long title '.repeat(12)}`, 'failed' as const]),
    )
    await shop.run(many)
    await comment(shop, host)
    const whole = shop.hosts.notes[0]?.body.length ?? 0
    expect(whole).toBeGreaterThan(4_000)
    shop.hosts.notes.splice(0)
    shop.hosts.mostCharacters = { gitlab: whole - 1, bitbucket: whole - 1, github: whole - 1 }
    const { code, err } = await comment(shop, host)
    expect(code, err).toBe(0)
    expect(shop.hosts.notes[0]?.body.length).toBeLessThan(whole)
  })
})

test('an exhausted limit of GitHub is no missing permission', async () => {
  const shop = await makeShop()
  await shop.run({ cards: 'passed' })
  const resetSeconds = Math.ceil(Date.now() / 1_000) + 1_800
  shop.hosts.troubles.push({
    match: /^GET /,
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetSeconds) },
    body: { message: 'API rate limit exceeded for user ID 1.' },
  })
  const primary = JSON.parse((await comment(shop, 'github', ['--json'])).out)
  expect(primary).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  expect(primary.error.retryAfterSeconds).toBeGreaterThan(1_000)
  shop.hosts.troubles.push({
    match: /^GET /,
    status: 403,
    headers: { 'retry-after': '900' },
    body: { message: 'You have exceeded a secondary rate limit.' },
  })
  expect(JSON.parse((await comment(shop, 'github', ['--json'])).out)).toMatchObject({
    error: { code: 'RATE_LIMITED', retryAfterSeconds: 900 },
  })
})

describe('the text', () => {
  const NASTY = 'closes #1 !2 ~bug @all %"1.0" <b>x</b> `code` ![i](u) :tada: *a* _b_ &amp; [issue:3]'
  const MESSAGE = 'Error: no\n/close\n```\n/merge\n</details>\n<!-- x -->'
  const nasty = async (host: HostName) => {
    const shop = await makeShop()
    await shop.run(
      {},
      {
        results: [
          { file: 'src/a.test.ts', titles: [NASTY], status: 'failed', errors: [{ message: MESSAGE }] },
          ...Array.from({ length: 4 }, (_, i) => ({
            file: `src/\`${i}\`.test.ts`,
            titles: [`${NASTY} ${i}`],
            status: 'failed',
            errors: [{ message: 'Error: of one cause' }],
          })),
        ],
      },
    )
    const { code, out, err } = await comment(shop, host, ['--dry-run'], {
      SVC_GITLAB_TOKEN: '',
      SVC_BITBUCKET_TOKEN: '',
    })
    expect(code, err).toBe(0)
    expect(shop.hosts.calls).toEqual([])
    return out
  }

  test('for GitLab mentions, links and commands nothing, and folds', async () => {
    const out = await nasty('gitlab')
    expect(out).toMatch(/^<!-- svc:pull-request -->\n\n### /)
    expect(out).toContain('<details><summary>')
    // In the finished text, where GitLab looks for them, references have something in between.
    const finished = out
      .replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
      .replace(/<code>.*?<\/code>|\]\([^)]*\)/g, '')
      .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    for (const reference of [/#\d/, /!\d/, /~\w/, /@\w/, /%["\w]/, /\[issue:/, /:tada:/])
      expect(finished).not.toMatch(reference)
    expect(out).not.toMatch(/^\s*\/[a-z]/m)
  })

  test('for Bitbucket has no HTML, an invisible marker, and names as they are', async () => {
    const out = await nasty('bitbucket')
    expect(out).toMatch(/^\[\/\/\]: # \(svc:pull-request\)\n\n### /)
    const text = out.replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
    expect(text).not.toMatch(/<\/?[a-z]|<!--|&#?\w+;/i)
    expect(text).not.toMatch(/(?<!\\)[*_`](?:a|b|code)[*_`]/)
    expect(text).toContain('\\*a\\* \\_b\\_')
    expect(text).toMatch(/\*\*.* and 1 more\*\*/)
    expect(text).toContain('``` src/`0`.test.ts ```'.replaceAll('```', '``'))
  })

  test('for GitHub is the one of the server', async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'failed' })
    const { out } = await comment(shop, 'github', ['--dry-run', '--json'])
    const { data } = (await (
      await fetch(`${server.url}/api/pull-requests/7?repo=acme/${shop.project}`, {
        headers: { authorization: `Bearer ${server.apiKey}` },
      })
    ).json()) as { data: { markdown: string; revision: number } }
    expect(JSON.parse(out)).toMatchObject({ markdown: data.markdown, revision: data.revision })
  })
})

/** The tests may run in a CI of their own. */
const NOTHING = {
  GITLAB_CI: '',
  BITBUCKET_BUILD_NUMBER: '',
  BITBUCKET_REPO_FULL_NAME: '',
  GITHUB_ACTIONS: '',
}

test.each(['gitlab', 'bitbucket'] as const)('in pipelines of %s its variables say it all', async (host) => {
  const shop = await makeShop()
  await shop.run({ cards: 'failed' })
  const { code, out, err } = await svc(shop.folder, ['comment', '--wait=1s'], envOf(shop, host))
  expect(code, err).toBe(0)
  expect(out).toMatch(/^\w+ a note on (?:merge request !7|pull request #7) of acme\/shop-\d+: https/)
})

test('what is missing is named, with where it comes from', async () => {
  const shop = await makeShop()
  const known = { SVC_API_KEY: server.apiKey, SVC_URL: server.url }
  const told = async (env: Record<string, string>, ...args: string[]) => {
    const { err } = await asked(shop, args, { ...NOTHING, ...known, ...env })
    vi.unstubAllEnvs()
    return err
  }
  expect(await told({})).toMatch(/^svc: .*\nnext: .*--host gitlab, --host bitbucket, --host github\n$/)
  expect(await told({}, '--host', 'github')).toMatch(/^svc: .*pull request .*\nnext: .*--pull-request/)
  expect(await told({}, '--host', 'github', '--pull-request', '7')).toMatch(/repository.*\nnext: .*--repo/)
  const { CI_MERGE_REQUEST_IID: _, ...branch } = envOf(shop, 'gitlab')
  expect(await told(branch)).toMatch(/merge request.*\nnext: .*CI_MERGE_REQUEST_IID/)
  const there = placeOf(shop, 'gitlab')
  const { SVC_GITLAB_TOKEN: __, ...job } = envOf(shop, 'gitlab')
  expect(await told({ ...job, CI_JOB_TOKEN: 'x' }, ...there)).toMatch(
    /^svc: SVC_GITLAB_TOKEN is not set, and a CI_JOB_TOKEN cannot write notes\nnext: set SVC_GITLAB_TOKEN/,
  )
  expect(await told(envOf(shop, 'gitlab'), ...there)).toMatch(
    /^svc: the server has no results for number 7 of acme\/shop-\d+\nnext: run the tests/,
  )
  expect(await told({ ...envOf(shop, 'gitlab'), CI_API_V4_URL: 'ftp://x' }, ...there)).toMatch(
    /^svc: CI_API_V4_URL is not/,
  )
  expect(
    await told({ ...envOf(shop, 'gitlab'), CI_API_V4_URL: 'http://127.0.0.1:1/api/v4' }, ...there),
  ).toMatch(/^svc: http:\S+ could not be reached \(ECONNREFUSED\).*\nnext: .*GitLab/)
})

test('the token of a repository, which is nobody, updates its own comment alone', async () => {
  const shop = await makeShop()
  await shop.run({ cards: 'failed' })
  shop.hosts.tokens.set('token-of-the-bot', { id: 1, may: 'write', isAnonymous: true })
  const marker = '[//]: # (svc:pull-request)\n\n✅ Trust me'
  shop.hosts.notes.push({ id: 1, author: 66, body: marker })
  expect((await comment(shop, 'bitbucket')).out).toMatch(/^Created/)
  await shop.run({ cards: 'passed' })
  expect((await comment(shop, 'bitbucket')).out).toMatch(/^Updated/)
  expect(shop.hosts.notes).toHaveLength(2)
  expect(shop.hosts.notes[0]?.body).toBe(marker)
})

test('a project that was renamed on its host keeps its note', async () => {
  const shop = await makeShop()
  await shop.run({ cards: 'failed' })
  await comment(shop, 'gitlab')
  const renamed = { ...shop, project: `${shop.project}-next` }
  await shop.run(
    { cards: 'passed' },
    {
      code: {
        repository: `acme/${renamed.project}`,
        pullRequest: 7,
        branch: 'feature',
        testedSha: shaOf(77),
      },
    },
  )
  expect((await comment(renamed, 'gitlab')).out).toMatch(/^Updated/)
  expect(shop.hosts.notes).toHaveLength(1)
})

test('with --wait it waits for what still runs, and says where that takes too long', async () => {
  const shop = await makeShop()
  const env = { ...envOf(shop, 'gitlab'), CI_PIPELINE_ID: '31', CI_COMMIT_SHA: shaOf(5) }
  writeFileSync(join(shop.folder, 'a.xml'), green())
  const sent = JSON.parse((await svc(shop.folder, ['upload', 'a.xml', '--json'], env)).out)
  const late = await asked(shop, [...placeOf(shop, 'gitlab'), '--wait=1s'], env)
  expect(late, late.err).toMatchObject({ code: 4, out: expect.stringMatching(/^Created/) })
  expect(late.err).toMatch(
    /^(?:svc: waiting .*\n)+svc: .*; to wait longer: npx --no svc comment --wait=1h\n$/,
  )
  expect(shop.hosts.notes[0]?.body).toMatch(/· provisional until \d{4}-/)
  const waiting = asked(shop, [...placeOf(shop, 'gitlab'), '--wait=10m'], env)
  await server.get(`/api/executions/${sent.url.split('/').at(-1)}/settle`, 'POST')
  expect(await waiting).toMatchObject({ code: 0, out: expect.stringMatching(/^Updated/) })
  expect(shop.hosts.notes[0]?.body).not.toMatch(/· provisional until \d{4}-/)
})
