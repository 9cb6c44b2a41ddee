import { confidenceAfter, neededRuns } from '@svc/prove/needed-runs'
import type { busEventOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { addAgent } from '../../../testing/agents.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, flaky, type MadeRun, made, passed, settled, skipped } from '../../../testing/upload.ts'

type Verification = z.output<typeof busEventOperations.verifyFix.output>

const at = (digit: string, parents: string[] = [], branch = 'main') => ({
  code: { branch, testedSha: sha(digit), headSha: sha(digit), parents: parents.map(sha) },
})
const message = 'the cart is closed'

/** A test that failed in each of ten runs of main; returns the fingerprint of its failure. */
async function alwaysFailing(app: TestApp) {
  let id = ''
  for (let i = 0; i < 10; i++)
    id = await settled(app, { ...at('1'), results: [failed('pays', { message }), passed('x')] })
  const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)
  await app.deliver()
  return data[0]?.fingerprint ?? ''
}

onEachDatabase('a fix', (makeApp) => {
  test('is verified after enough clean runs, with a draft that ties the document to the failure', async () => {
    const app = await makeApp()
    const fingerprint = await alwaysFailing(app)
    const agent = await addAgent(app, 'agent')
    const asked = { project: 'shop', fingerprint, commit: sha('2') }
    const verify = async () => (await agent.post<Verification>('/api/bus/fix-verifications', asked)).data
    expect(await verify()).toMatchObject({
      state: 'waiting',
      cleanRuns: 0,
      neededRuns: 3,
      before: { failures: 10, runs: 10, rate: 1 },
      because: expect.stringMatching(/^waiting: 0 of 3 clean runs \(it occurred in 10 of 10 runs before\)/),
      draft: null,
    })
    const run = async (run: MadeRun) => {
      await settled(app, run)
      await app.deliver()
      return verify()
    }
    expect(await run({ ...at('2', ['1']), results: [passed('pays')] })).toMatchObject({ cleanRuns: 1 })
    // Neither an older commit, another leg, a skip, another test nor changed files count.
    await run({ ...at('1'), results: [passed('pays')] })
    await run({ ...at('3', ['2']), part: { leg: 'windows' }, results: [passed('pays')] })
    await run({ ...at('3', ['2']), results: [skipped('pays')] })
    await run({ ...at('3', ['2']), results: [passed('x')] })
    await run({ code: { ...at('3', ['2']).code, dirty: true }, results: [passed('pays')] })
    expect(
      await run({ ...at('3', ['2']), results: [failed('pays', { message: 'something else' })] }),
    ).toMatchObject({
      cleanRuns: 1,
      otherFailures: 1,
      because: expect.stringContaining('another error'),
    })
    expect(await agent.news()).toEqual([])
    const repeats = made(
      'pays',
      {},
      [0, 1].map((repeat) => ({ status: 'passed', detail: { repeat } })),
    )
    const verified = await run({ ...at('4', ['3'], 'topic'), results: [repeats] })
    expect(verified).toMatchObject({ state: 'verified', cleanRuns: 3 })
    expect(verified.confidence).toBeGreaterThan(0.95)
    expect(await agent.news()).toMatchObject([
      {
        from: 'svc',
        type: 'result',
        state: 'verified',
        fingerprint,
        next: expect.stringContaining('svc_verify_fix'),
      },
    ])
    // The draft is a document as it is.
    const { doc_id: document, new_content: content } = verified.draft ?? { doc_id: '', new_content: '' }
    expect(content).toContain('occurred in 10 of 10 runs')
    const written = await app.put('/api/documents', { project: 'shop', path: document, content })
    expect(written.status).toBe(200)
    const ties = await app.get<{ documents: object[] }>(`/api/failures/${fingerprint}/documents?project=shop`)
    expect(ties.data.documents).toMatchObject([{ commit: sha('2') }])

    expect(await run({ ...at('5', ['4']), results: [flaky('pays', { message })] })).toMatchObject({
      state: 'refuted',
      draft: null,
    })
    expect(await agent.news()).toMatchObject([{ state: 'refuted', execution: expect.any(String) }])
  })
})

onEachDatabase('verification of fixes', (makeApp) => {
  test('counts the runs that came before it was asked for', async () => {
    const app = await makeApp()
    const fingerprint = await alwaysFailing(app)
    const agent = await addAgent(app, 'agent')
    for (let i = 0; i < 3; i++) await settled(app, { ...at('2', ['1']), results: [passed('pays')] })
    await settled(app, { ...at('7', ['1']), results: [failed('pays', { message })] })
    const verify = (commit: string) =>
      agent.post<Verification>('/api/bus/fix-verifications', { project: 'shop', fingerprint, commit })
    expect((await verify(sha('2'))).data).toMatchObject({ state: 'verified', cleanRuns: 3 })
    expect((await verify(sha('7'))).data).toMatchObject({ state: 'refuted' })
    // The answer said so.
    expect(await agent.news()).toEqual([])
    // Runs that happened before do not count twice once their events arrive.
    await app.deliver()
    expect((await verify(sha('2'))).data.cleanRuns).toBe(3)
    expect((await agent.get<Verification[]>('/api/bus/fix-verifications?project=shop')).data).toHaveLength(2)
  })

  test('needs as many runs as the evidence of today asks for, not that of the first call', async () => {
    const app = await makeApp()
    const id = await settled(app, { ...at('1'), results: [failed('pays', { message })] })
    const [failure] = (await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)).data
    const [agent, silent] = [await addAgent(app, 'agent'), await addAgent(app, 'silent')]
    const asked = { project: 'shop', fingerprint: failure?.fingerprint, commit: sha('2') }
    const verify = async (by: typeof agent) =>
      (await by.post<Verification>('/api/bus/fix-verifications', asked)).data
    const early = await verify(agent)
    expect(early).toMatchObject({ neededRuns: 13, because: expect.stringMatching(/as low as 20\.7 %/) })
    await verify(silent)
    for (let i = 0; i < 9; i++) await settled(app, { ...at('1'), results: [failed('pays', { message })] })
    await app.deliver()
    expect(await verify(agent)).toMatchObject({ state: 'waiting', neededRuns: 3, before: { failures: 10 } })
    // An agent that only waits for its message gets it after as few runs.
    for (let i = 0; i < 3; i++) {
      expect(await silent.news()).toEqual([])
      await settled(app, { ...at('2', ['1']), results: [passed('pays')] })
      await app.deliver()
    }
    expect(await silent.news()).toMatchObject([{ state: 'verified', cleanRuns: 3, neededRuns: 3 }])
    expect(await verify(agent)).toMatchObject({ state: 'verified', cleanRuns: 3 })
  })

  test('of a failure that one branch has caused needs no runs for those of other branches', async () => {
    const app = await makeApp()
    for (let i = 0; i < 6; i++) await settled(app, { ...at('1'), results: [passed('pays')] })
    const id = await settled(app, { ...at('2', ['1'], 'topic'), results: [failed('pays', { message })] })
    const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)
    const agent = await addAgent(app, 'agent')
    const asked = { project: 'shop', fingerprint: data[0]?.fingerprint, commit: sha('3') }
    const verification = await agent.post<Verification>('/api/bus/fix-verifications', asked)
    expect(verification.data).toMatchObject({ before: { failures: 1, runs: 1 }, neededRuns: 13 })
  })

  test('is named by the first digits of a commit that has a run, if they name one', async () => {
    const app = await makeApp()
    const fingerprint = await alwaysFailing(app)
    const agent = await addAgent(app, 'agent')
    const verify = (commit: string) =>
      agent.post<Verification>('/api/bus/fix-verifications', { project: 'shop', fingerprint, commit })
    const commit = `abcdef1${'0'.repeat(33)}`
    const other = `abcdef1${'1'.repeat(33)}`
    const refused = async (given: string, message: string) =>
      expect(await verify(given)).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringContaining(message) },
      })
    await refused('abcdef1', 'no commit with a run begins with abcdef1. git rev-parse abcdef1 prints it')
    await refused('abcdef', '7 to 64 hex digits')
    await settled(app, {
      code: { branch: 'main', testedSha: commit, headSha: commit },
      results: [passed('pays')],
    })
    expect((await verify('ABCDEF1')).data).toMatchObject({ commit, cleanRuns: 1 })
    expect((await verify(commit)).data).toMatchObject({ commit, cleanRuns: 1 })
    await settled(app, {
      code: { branch: 'main', testedSha: other, headSha: other },
      results: [passed('pays')],
    })
    await refused('abcdef1', 'several commits with runs begin with abcdef1')
    expect((await verify('abcdef10')).data).toMatchObject({ commit })
  })

  test('of an absent or a foreign failure is refused', async () => {
    const app = await makeApp()
    const fingerprint = await alwaysFailing(app)
    const agent = await addAgent(app, 'agent')
    const foreign = await addAgent(app, 'foreign', { of: await addOrganization(app) })
    const verify = (by: typeof agent, body: object) =>
      by.post<Verification>('/api/bus/fix-verifications', {
        project: 'shop',
        fingerprint,
        commit: sha('2'),
        ...body,
      })
    expect((await verify(agent, { fingerprint: 'f'.repeat(16) })).status).toBe(404)
    expect((await verify(agent, { fingerprint: 'x' })).status).toBe(400)
    expect((await verify(agent, { commit: 'abc' })).error?.message).toMatch(/commit.*7 to 64 hex digits/)
    expect((await verify(foreign, {})).status).toBe(404)
    const { data } = await verify(agent, {})
    expect((await foreign.get(`/api/bus/fix-verifications/${data.id}`)).status).toBe(404)
  })
})

test('a rarer failure needs more clean runs, within bounds', () => {
  expect(neededRuns({ hits: 10, runs: 10 })).toBe(3)
  expect(neededRuns({ hits: 1, runs: 1 })).toBe(13)
  expect(neededRuns({ hits: 20, runs: 40 })).toBe(7)
  expect(neededRuns({ hits: 1, runs: 1_000 })).toBe(100)
  expect(neededRuns({ hits: 0, runs: 0 })).toBe(15)
  expect(confidenceAfter({ hits: 20, runs: 40 }, 7)).toBeGreaterThan(0.95)
  expect(confidenceAfter({ hits: 20, runs: 40 }, 6)).toBeLessThan(0.95)
})
