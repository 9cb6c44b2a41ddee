import { describe, expect, test } from 'vitest'
import { comment, HOSTS, makeShop } from './comment-shop.ts'
import { shaOf } from './shop.ts'

// `svc comment` on each host.

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

  test('a token that is wrong, may only read or sees nothing is reported with what to do', more, async () => {
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

test('an exhausted rate limit of GitHub is not reported as a missing permission', async () => {
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

test.each(HOSTS)(
  'behind 1,000 notes with our marker by others, our own note of %s is found',
  async (host) => {
    const shop = await makeShop()
    await shop.run({ cards: 'failed' })
    await comment(shop, host)
    const [ours] = shop.hosts.notes
    const fakes = Array.from({ length: 1_000 }, (_, id) => ({
      id: id + 1 > 100 ? id + 1_000 : id + 1,
      author: 60 + (id % 3),
      body: ours?.body.replace('❌', '✅') ?? '',
    }))
    const body = fakes[0]?.body
    shop.hosts.notes.unshift(...fakes)
    // The worst token: it may change everything, and at GitHub and Bitbucket the host does not say whose it is.
    shop.hosts.tokens.set('token-of-the-bot', {
      id: 1,
      may: 'write',
      isMaintainer: true,
      isAnonymous: host !== 'gitlab',
    })
    await shop.run({ cards: 'passed' })
    expect((await comment(shop, host)).out).toMatch(/^Updated/)
    expect(ours?.body).not.toContain('cards is broken')
    expect(fakes.every((fake) => fake.body === body)).toBe(true)
    shop.hosts.notes.splice(shop.hosts.notes.indexOf(ours as never), 1)
    const made = await comment(shop, host)
    expect(made.out).toMatch(/^Created/)
    expect(made.err).toMatch(
      /^svc: 1000 notes of other authors begin with svc's marker: a new note was written/,
    )
    expect(shop.hosts.notes).toHaveLength(1_001)
    expect(fakes.every((fake) => fake.body === body)).toBe(true)
  },
)

test('where GitHub names no author of a token, a new note tells it, and no note of others is changed', async () => {
  const shop = await makeShop()
  await shop.run({ cards: 'failed' })
  shop.hosts.tokens.set('token-of-the-bot', { id: 1, may: 'write', isAnonymous: true })
  shop.hosts.troubles.push({ match: /^POST \/graphql/, times: 9, status: 403 })
  const fake = { id: 1, author: 66, body: '<!-- svc:pull-request -->\n\n✅ Trust me' }
  shop.hosts.notes.push(fake)
  expect((await comment(shop, 'github')).out).toMatch(/^Created/)
  await shop.run({ cards: 'passed' })
  expect((await comment(shop, 'github')).code).toBe(0)
  expect(fake.body).toContain('Trust me')
  expect(shop.hosts.notes).toHaveLength(2)
  expect(shop.hosts.notes[1]?.body).not.toContain('cards is broken')
})

test('a rate limit at the question whose the token is ends the command, and adopts nothing', async () => {
  const shop = await makeShop()
  await shop.run({ cards: 'failed' })
  const fake = { id: 1, author: 66, body: '<!-- svc:pull-request -->\n\n✅ Trust me' }
  shop.hosts.notes.push(fake)
  shop.hosts.troubles.push({
    match: /^GET \/user$/,
    times: 9,
    status: 403,
    headers: { 'retry-after': '900' },
    body: { message: 'You have exceeded a secondary rate limit.' },
  })
  expect(JSON.parse((await comment(shop, 'github', ['--json'])).out)).toMatchObject({
    error: { code: 'RATE_LIMITED' },
  })
  expect(shop.hosts.notes).toEqual([fake])
  expect(fake.body).toContain('Trust me')
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
