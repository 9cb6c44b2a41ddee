// @module-tag thorough
import { describe, expect, test } from 'vitest'
import { PERMISSIONS } from './github/state.ts'
import { failingPull, useScene } from './scene.ts'
import { addToken } from './world.ts'

// GitHub in trouble: the results arrive, the summary stands, and the log says what to do next.

const scene = useScene()
const pullRequest = () => failingPull(scene)

describe('GitHub', () => {
  const written = async (change: (given: ReturnType<typeof pullRequest>) => void | Promise<void>) => {
    const given = pullRequest()
    await change(given)
    const ended = await given.shop.main(given.job, { 'fail-on': 'never' })
    expect(ended.code, ended.raw).toBe(0)
    expect(ended.outputs.failed).toBe('1')
    return { ...given, ended }
  }
  const LIMIT = { message: 'API rate limit exceeded for installation ID 1.' }

  test('a locked thread', async () => {
    const { ended, pull, shop } = await written(({ pull }) => {
      pull.isLocked = true
    })
    expect(ended.log).toContain('locked')
    expect(ended.summary).toContain('locked')
    expect(shop.comments(pull)).toEqual([])
  })

  test('a token that is revoked, one that may only read, and none', async () => {
    for (const [token, words] of [
      [addToken(scene.state), /401/],
      [addToken(scene.state, PERMISSIONS.fork), /pull-requests: write/],
      ['', /github-token/],
    ] as const) {
      const known = scene.state.tokens.get(token)
      if (words.source === '401' && known) known.isRevoked = true
      const { ended } = await written(({ job }) => {
        job.token = token
      })
      expect(ended.log).toMatch(words)
    }
  })

  test('a limit that passes is waited for', async () => {
    const soon = String(Math.ceil(Date.now() / 1000) + 1)
    const exhausted = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon }
    scene.github.trouble({
      match: /^POST \/graphql/,
      answer: { status: 403, headers: exhausted, body: LIMIT },
    })
    scene.github.trouble({
      match: /^POST .*comments/,
      answer: {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { message: 'You have exceeded a secondary rate limit.' },
      },
    })
    const { ended, pull, shop } = await written(() => undefined)
    expect(ended.commands.filter(({ properties }) => properties.title === 'svc')).toEqual([])
    expect(shop.comments(pull)).toHaveLength(1)
    expect(ended.log).toMatch(/waiting 1 s: .*rate limit.*\(429/)
  })

  test('a comment that says all of it already is not said to be written', async () => {
    const { shop, job } = pullRequest()
    expect((await shop.main(job, { 'fail-on': 'never' })).log).toContain('commented on #')
    const again = await shop.main(job, { 'fail-on': 'never' })
    expect(again.log).toContain('is up to date')
    expect(again.log).not.toContain('commented on #')
    expect(again.outputs['comment-url']).not.toBe('')
  })

  test('a limit of an hour is reported, with when it would work', async () => {
    const later = String(Math.ceil(Date.now() / 1000) + 3000)
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': later }
    const { ended } = await written(() => {
      scene.github.trouble({
        match: /^POST \/graphql/,
        times: 5,
        answer: { status: 403, headers, body: LIMIT },
      })
    })
    expect(ended.log).toMatch(/limit.*(50|51) min/)
    expect(ended.log).not.toContain('permissions:')
  })

  test('a comment that is deleted while it is written, and one that is too long', async () => {
    const { shop, pull, job } = pullRequest()
    await shop.main(job, { 'fail-on': 'never' })
    const again = shop.jobOf(shop.opened(pull))
    shop.keep(again, { results: { pays: 'passed' } })
    const [comment] = shop.comments(pull)
    const at = new RegExp(`^PATCH .*/${comment?.id}$`)
    scene.github.trouble({ match: at, answer: { status: 404, body: { message: 'Not Found' } } })
    if (comment) shop.repository.comments.splice(shop.repository.comments.indexOf(comment), 1)
    expect((await shop.main(again)).outputs['comment-url']).not.toBe('')
    expect(shop.comments(pull)).toHaveLength(1)

    const long = shop.jobOf(shop.opened(pull))
    shop.keep(long, { results: { pays: 'failed' } })
    const tooLong = {
      message: 'Validation Failed',
      errors: [{ message: 'Body is too long (maximum is 65536 characters)' }],
    }
    scene.github.trouble({ match: /^PATCH .*comments/, times: 2, answer: { status: 422, body: tooLong } })
    const ended = await shop.main(long, { 'fail-on': 'never' })
    expect(ended.outputs['comment-url'], ended.raw).not.toBe('')
    expect(shop.comments(pull)[0]?.body).toContain('pays')
  })

  test('a creation without an answer is repeated if no comment exists', async () => {
    scene.github.trouble({ match: /^POST .*comments/, answer: { status: 502 } })
    const { ended, pull, shop } = await written(() => undefined)
    expect(ended.commands.filter(({ properties }) => properties.title === 'svc')).toEqual([])
    expect(shop.comments(pull)).toHaveLength(1)
  })

  test('a comment of somebody else that looks like ours is left alone', async () => {
    const { shop, pull, job } = pullRequest()
    const body = '<!-- svc:pull-request -->\n\nmine'
    const comment = {
      id: 1,
      number: pull.number,
      author: 'mallory',
      body,
      createdAt: '2030-01-01T00:00:00Z',
      updatedAt: '2030-01-01T00:00:00Z',
    }
    shop.repository.comments.push(comment)
    await shop.main(job, { 'fail-on': 'never' })
    expect(shop.comments(pull)).toHaveLength(2)
    expect(comment.body).toBe(body)
  })

  test('one of ours is found behind hundreds of others', async () => {
    const { shop, pull, job } = pullRequest()
    const at = '2030-01-01T00:00:00Z'
    for (let i = 0; i < 230; i++)
      shop.repository.comments.push({
        id: 10 + i,
        number: pull.number,
        author: 'a',
        body: 'x',
        createdAt: at,
        updatedAt: at,
      })
    await shop.main(job, { 'fail-on': 'never' })
    const again = shop.jobOf(shop.opened(pull))
    shop.keep(again)
    await shop.main(again)
    expect(shop.comments(pull)).toHaveLength(231)
  })

  test('GitHub breaks, cuts off or is not there', async () => {
    for (const answer of [{ status: 502, text: '<html>' }, 'cut'] as const) {
      scene.github.trouble({ match: /^GET /, times: 2, answer })
      const { ended } = await written(() => undefined)
      expect(ended.summary).not.toBe('')
    }
    const { shop, job } = pullRequest()
    const ended = await shop.main(
      {
        ...job,
        env: { GITHUB_API_URL: 'http://127.0.0.1:9', GITHUB_GRAPHQL_URL: 'http://127.0.0.1:9/graphql' },
      },
      { 'fail-on': 'never', 'timeout-seconds': '6' },
    )
    expect(ended).toMatchObject({ code: 0, outputs: { failed: '1' } })
    expect(ended.log).toContain('GitHub could not be reached')
  })
})
