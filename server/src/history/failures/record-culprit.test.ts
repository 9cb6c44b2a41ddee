import { expect, test } from 'vitest'
import { addAgent } from '../../testing/agents.ts'
import { culprit } from '../../testing/culprits.ts'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addOrganization } from '../../testing/organization.ts'
import { sha } from '../../testing/sha.ts'
import { failed, passed, settled } from '../../testing/upload.ts'
import { breakMain, deliver, hook, receiver } from '../../testing/webhooks.ts'

const FOUND = {
  commits: [{ sha: sha('b'), author: 'Ada', subject: 'Round half up (#42)', pullRequest: 42 }],
  commitCount: 1,
  probability: 0.98,
}

const failureOf = async (app: TestApp, execution: string): Promise<string> =>
  (await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${execution}`)).data[0]?.fingerprint ??
  ''

const record = (app: TestApp, fingerprint: string, body: object, more: object = {}) =>
  app.post(`/api/failures/${fingerprint}/culprits`, body, more)

onBothDatabases('the culprit of a failure', (makeApp) => {
  test('is shown with the failure, to people and agents, and a later search replaces it', async () => {
    const app = await makeApp()
    const execution = await breakMain(app)
    const fingerprint = await failureOf(app, execution)
    const { data, error } = await record(app, fingerprint, culprit({ execution }))
    expect(error).toBeUndefined()
    expect(data).toMatchObject({
      ...FOUND,
      execution: { id: execution, branch: 'main' },
      sentBy: expect.any(String),
    })
    const failure = await app.get(`/api/failures/${fingerprint}?project=shop`)
    expect(failure.data).toMatchObject({ culprit: { ...FOUND, before: { failed: 0, passed: 9 } } })
    const listed = await app.get(`/api/failures?project=shop`)
    expect(listed.data).toMatchObject([{ fingerprint, culprit: FOUND }])
    const { call } = await connectAgent(app)
    const { text, structured } = await call('svc_get_failures', { execution })
    expect(text).toContain(
      `Broke \`main\`: commit ${sha('b').slice(0, 12)} by \`Ada\`, pull request 42 (\`Round half up (#42)\`); found by svc bisect, probability 98 %.`,
    )
    expect(structured.clusters[0].culprit).toMatchObject({
      commit: sha('b'),
      author: 'Ada',
      pullRequest: 42,
      branch: 'main',
    })
    const commits = ['c', 'd'].map((letter) => ({ sha: sha(letter), author: 'Bo', subject: 'x' }))
    await record(app, fingerprint, culprit({ execution, commits, commitCount: 2, probability: 0.6 }))
    const later = await app.get<{ culprit: object }>(`/api/failures/${fingerprint}?project=shop`)
    expect(later.data.culprit).toMatchObject({
      commitCount: 2,
      commits: [{ sha: sha('c') }, { sha: sha('d') }],
    })
    expect((await call('svc_get_failures', { execution })).text).toContain(
      `Broke \`main\`: one of 2 commits up to ${sha('d').slice(0, 12)}`,
    )
  })

  test('has the pull request that an execution names', async () => {
    const app = await makeApp()
    const code = { branch: 'topic', pullRequest: 9, headSha: sha('b'), testedSha: sha('e') }
    await settled(app, { code, results: [passed('pays')] })
    const execution = await breakMain(app)
    const commits = [{ sha: sha('b'), author: 'Ada', subject: 'Round half up' }]
    const { data } = await record(app, await failureOf(app, execution), culprit({ execution, commits }))
    expect(data).toMatchObject({ commits: [{ pullRequest: 9 }] })
  })

  test('changes no verdict, and the lists of failures alone', async () => {
    const app = await makeApp()
    await breakMain(app)
    const code = { branch: 'topic', pullRequest: 3 }
    const head = await settled(app, { code, results: [failed('pays'), passed('ships')] })
    const ask = async () =>
      JSON.stringify([
        (await app.get(`/api/compare?head=${head}`)).data,
        (await app.get(`/api/executions/${head}`)).data,
        (await app.get('/api/metrics?project=shop')).data,
      ])
    const before = await ask()
    await record(app, await failureOf(app, head), culprit({ execution: head }))
    expect(await ask()).toBe(before)
  })

  test('is refused for a failure that the project does not have, from elsewhere, and for a text that is no sha', async () => {
    const app = await makeApp()
    const execution = await breakMain(app)
    const fingerprint = await failureOf(app, execution)
    const codeOf = async (...args: Parameters<typeof record>) => (await record(...args)).error?.code
    expect(await codeOf(app, '0123456789abcdef', culprit({ execution }))).toBe('NOT_FOUND')
    const key = await addOrganization(app)
    expect(await codeOf(app, fingerprint, culprit({ execution }), { key })).toBe('NOT_FOUND')
    for (const enemy of ['--upload-pack=touch x', '-x', 'main'])
      expect(
        await codeOf(
          app,
          fingerprint,
          culprit({ execution, commits: [{ sha: enemy, author: 'x', subject: 'x' }] }),
        ),
      ).toBe('INVALID_REQUEST')
    const failure = await app.get(`/api/failures/${fingerprint}?project=shop`)
    expect(failure.data).not.toHaveProperty('culprit')
  })
})

const commitsOf = (...letters: string[]) =>
  letters.map((letter) => ({ sha: sha(letter), author: 'Bo', subject: 'x' }))

onEachDatabase('a culprit that no search can give', (makeApp) => {
  test('is refused, and not stored', async () => {
    const app = await makeApp()
    const execution = await breakMain(app)
    const fingerprint = await failureOf(app, execution)
    for (const [name, more, message] of [
      ['the good end', { good: sha('b') }, 'commits must not contain good'],
      ['a commit twice', { commits: commitsOf('c', 'c'), commitCount: 2 }, 'each commit once'],
      ['more commits than the range', { commits: commitsOf('c', 'd') }, 'all commits of the range'],
      [
        'fewer commits than the range',
        { commits: commitsOf('c', 'd'), commitCount: 3 },
        'all commits of the range',
      ],
      [
        'a range outside of the search',
        { commits: commitsOf('c', 'd'), commitCount: 2, searched: 1 },
        'at most searched',
      ],
      ['more skipped commits than there are', { searched: 4, skipped: 4 }, 'less than searched'],
      ['no pass before it', { before: { failed: 0, passed: 0 } }, 'before.passed'],
      ['no failure after it', { after: { failed: 0, passed: 4 } }, 'after.failed'],
      ['a probability above 1', { probability: 1.01 }, 'from 0 to 1'],
      ['no probability', { probability: 0 }, 'from 0 to 1'],
    ] as const) {
      const { error } = await record(app, fingerprint, culprit({ execution, ...more }))
      expect(error, name).toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(message),
      })
    }
    expect((await app.get(`/api/failures/${fingerprint}?project=shop`)).data).not.toHaveProperty('culprit')
  })
})

onBothDatabases('the event base.culprit', (makeApp) => {
  test('reaches agents and webhooks once for what was found, and not for a branch', async () => {
    const app = await makeApp()
    const { url, got } = await receiver()
    await hook(app, url, { events: ['base.culprit'] })
    const topic = await settled(app, {
      code: { branch: 'topic', pullRequest: 3 },
      results: [failed('ships', { message: 'another one' })],
    })
    const execution = await breakMain(app)
    const agent = await addAgent(app, 'agent')
    await agent.post('/api/bus/subscriptions', { event: 'base.culprit', project: 'shop', branch: 'main' })
    await record(app, await failureOf(app, topic), culprit({ execution: topic }))
    const fingerprint = await failureOf(app, execution)
    await record(app, fingerprint, culprit({ execution }))
    await record(app, fingerprint, culprit({ execution, probability: 0.99 }))
    await deliver(app)
    const [news, ...rest] = await agent.news()
    expect(rest).toEqual([])
    expect(news).toMatchObject({
      channel: 'base.culprit',
      fingerprint,
      execution,
      commits: FOUND.commits,
      text: expect.stringMatching(
        /^Commit b{12} by "Ada", pull request 42: "Round half up \(#42\)", with a probability of 98 %, broke default of shop on main\.$/,
      ),
    })
    expect(got).toHaveLength(1)
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
      event: 'base.culprit',
      text: 'The commit that broke main of shop is found, in default',
      culprit: { fingerprint, commits: FOUND.commits, commitCount: 1, probability: 0.98 },
    })
  })
})
