import { expect, test } from 'vitest'
import { chosen, codeOf, commit, pull, ran, sha } from '../../testing/base-choice.ts'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { passed, run, send } from '../../testing/upload.ts'

onEachDatabase('choice of the base without a known history', (makeApp) => {
  test('runs of a laptop are told what a laptop can change', async () => {
    const app = await makeApp()
    const local = { trust: 'local' as const }
    await ran(app, { branch: 'main' }, local)
    expect((await chosen(app, await ran(app, { branch: 'main' }, local))).better).toMatch(
      /^This run names no commit/,
    )
    const [m1, t1] = [commit('m1', ['m0']), commit('t1', ['m1'])]
    const first = await ran(app, codeOf(m1), local)
    const topic = await ran(app, codeOf(commit('t2', ['t1']), { branch: 'topic' }, [t1]), local)
    expect(await chosen(app, topic)).toMatchObject({
      id: first,
      commitsAway: 2,
      better: expect.stringContaining('git remote set-head origin --auto'),
    })
    expect((await chosen(app, await ran(app, codeOf(commit('m9', ['m8'])), local))).better).toMatch(
      /an upload reports the 50 commits before its own/,
    )
  })

  test('another run of the same commit is reported as that, and no history is asked for', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    const first = await ran(app, codeOf(m1))
    expect(await chosen(app, await ran(app, codeOf(m1)))).toEqual({
      id: first,
      rule: 'newest',
      commitsAway: 0,
      because: `the run of the same commit ${m1.sha.slice(0, 7)} before this one`,
      better: 'A run of an earlier commit: so far the commit is compared with itself.',
    })
  })

  test('without git a branch is compared with main, and main with its own run before', async () => {
    const app = await makeApp()
    const first = await ran(app, { branch: 'main' })
    expect(await chosen(app, await ran(app, { branch: 'main' }))).toMatchObject({ id: first, rule: 'newest' })
    const second = await ran(app, { branch: 'main' })
    for (const code of [{ branch: 'topic' }, {}])
      expect(await chosen(app, await ran(app, code))).toMatchObject({ id: second, rule: 'newest' })
  })

  test('a suite that only a branch has is compared with main, not with the branch itself', async () => {
    const app = await makeApp()
    await ran(app, { branch: 'main' })
    for (const _ of ['first', 'again'])
      expect(await chosen(app, await ran(app, { branch: 'topic' }, { suite: 'e2e' }))).toMatchObject({
        id: null,
        because: expect.stringMatching(/^main has no finished run yet\./),
      })
  })

  test('without git and without a main branch, runs of the same branch or of none are compared', async () => {
    const app = await makeApp()
    const nameless = await ran(app, {})
    expect(await chosen(app, nameless)).toMatchObject({ rule: 'none' })
    expect(await chosen(app, await ran(app, {}))).toMatchObject({ id: nameless, rule: 'newest' })
  })

  test('none: says what comparison waits for', async () => {
    const app = await makeApp()
    const head = await ran(app, codeOf(commit('topic'), pull(sha('topic'))))
    expect(await chosen(app, head)).toEqual({
      id: null,
      rule: 'none',
      commitsAway: null,
      because: expect.stringMatching(/^main has no finished run/),
      better: null,
    })
    const compared = await compare(app, head)
    expect(compared).toMatchObject({ base: null, newTests: [], legs: { compared: [] } })
  })

  test('dirty, fork, cancelled, incomplete, running and empty runs are never a base', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    const good = await ran(app, codeOf(commit('m0')))
    await ran(app, codeOf(m1, { dirty: true }))
    await ran(app, codeOf(m1), { trust: 'fork' })
    await ran(app, codeOf(m1), { trust: 'local' })
    await ran(app, codeOf(m1), { end: 'interrupted' })
    await ran(app, codeOf(m1), { suite: 'e2e' })
    await ran(app, codeOf(m1), { results: [] })
    await ran(app, codeOf(m1), { project: 'other' })
    await send(app, run({ code: codeOf(m1), results: [passed('a')], end: null }))
    app.advance(900_001)
    await app.sweep()
    await send(app, run({ code: codeOf(m1), results: [passed('a')], end: null }))
    app.advance(60_000)
    const head = await ran(app, codeOf(commit('topic', ['m1']), pull(sha('topic'), { mergeBaseSha: m1.sha })))
    expect(await chosen(app, head)).toMatchObject({
      id: good,
      rule: 'newest',
      better: `A complete run of commit ${m1.sha.slice(0, 7)}, where this branch left its base: one is still running, one is incomplete, one has no tests, one is of the suite e2e, one was cancelled, one is from a laptop, one comes from a fork, one had uncommitted changes.`,
    })
  })

  test('a branch without its merge base, and main some commits on, are told what is missing', async () => {
    const app = await makeApp()
    const graph = [commit('m3', ['m2']), commit('m2', ['m1']), commit('m1')] as const
    const first = await ran(app, codeOf(graph[2]))
    const main = await ran(app, codeOf(graph[0], {}, [graph[1]]))
    expect(await chosen(app, main)).toMatchObject({
      id: first,
      commitsAway: 2,
      better: expect.stringMatching(/\b1\b.* no run .*\bbase\b/),
    })
    const topic = commit('topic', ['m2'])
    expect(await chosen(app, await ran(app, codeOf(topic, { branch: 'topic' })))).toMatchObject({
      id: first,
      commitsAway: 2,
      better: expect.stringMatching(/^Where this branch left its base is not known/),
    })
  })

  test('local runs stand in until the suite has its first CI run', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    const local = { trust: 'local' as const }
    const first = await ran(app, codeOf(m1, { dirty: true }), local)
    const second = await ran(app, codeOf(m1, { dirty: true }), local)
    expect(await chosen(app, second)).toMatchObject({
      id: first,
      because: `another run of commit ${m1.sha.slice(0, 7)}, with changes on top of it too`,
    })
    // What CI tells of another suite is none of this one's.
    await ran(app, codeOf(commit('m2')), { suite: 'other' })
    expect(await chosen(app, await ran(app, codeOf(m1, { dirty: true }), local))).toMatchObject({
      id: second,
    })
    const inCi = await ran(app, codeOf(commit('m2')))
    expect(await chosen(app, inCi)).toMatchObject({
      id: null,
      rule: 'none',
      because: expect.stringMatching(/^main has runs .*\blaptops\b.*\bCI\b/),
    })
    expect(await chosen(app, await ran(app, codeOf(m1, { dirty: true }), local))).toMatchObject({ id: inCi })
  })

  test('none: a run of main that goes on, or was cut off, is the reason, before the runs of laptops', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    await ran(app, codeOf(m1), { trust: 'local' })
    await ran(app, codeOf(m1), { end: 'interrupted' })
    expect(await chosen(app, await ran(app, codeOf(commit('pr', ['m1']), pull(sha('pr')))))).toMatchObject({
      because:
        'main has no finished run yet: the last one was cancelled. The comparison begins with its next run.',
    })
    await send(app, run({ code: codeOf(m1), results: [passed('a')], end: null }))
    const head = await ran(app, codeOf(commit('topic', ['m1']), pull(sha('topic'))))
    expect(await chosen(app, head)).toMatchObject({
      id: null,
      because: 'main has no finished run yet: one is still running. The comparison begins when it ends.',
    })
    expect(await chosen(app, await ran(app, codeOf(m1)))).toMatchObject({
      because:
        'main has no other finished run yet: one is still running. The comparison begins when it ends.',
    })
  })

  test('on a laptop, a clean run of the commit is preferred to later ones with changes', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    const local = { trust: 'local' as const }
    const clean = await ran(app, codeOf(m1), local)
    await ran(app, codeOf(m1, { dirty: true }), local)
    const again = await ran(app, codeOf(m1, { dirty: true }), local)
    const because = `the commit ${m1.sha.slice(0, 7)} itself, without the changes on top of it`
    expect(await chosen(app, again)).toMatchObject({ id: clean, because })
    const topic = commit('topic', ['m1'])
    const left = codeOf(topic, { branch: 'topic', mergeBaseSha: m1.sha })
    expect(await chosen(app, await ran(app, left, local))).toMatchObject({ id: clean, rule: 'merge-base' })
  })

  test('the default branch told by a later upload is where branches are compared', async () => {
    const app = await makeApp()
    const main = await ran(app, { branch: 'main' })
    const topic = { branch: 'topic' }
    await ran(app, topic)
    const head = await ran(app, { ...topic, defaultBranch: 'main' })
    expect(await chosen(app, head)).toMatchObject({ id: main, rule: 'newest' })
  })

  test('another organization has no part in it', async () => {
    const app = await makeApp()
    const stranger = await addOrganization(app)
    const m1 = commit('m1')
    await ran(app, codeOf(m1))
    const { data } = await send(
      app,
      run({ code: codeOf(commit('topic', ['m1']), pull(sha('topic'), { mergeBaseSha: m1.sha })) }),
      { key: stranger },
    )
    const answer = await app.get<{ base: unknown; baseChoice: { rule: string } }>(
      `/api/compare?head=${data.execution.id}`,
      { key: stranger },
    )
    expect(answer.data).toMatchObject({ base: null, baseChoice: { rule: 'none' } })
  })
})
