import type { Commit } from '@svc/protocol'
import { expect, test } from 'vitest'
import { chosen, codeOf, commit, pull, ran, sha } from '../../testing/base-choice.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { passed, run, send, settled } from '../../testing/upload.ts'

onEachDatabase('choice of the base', (makeApp) => {
  test('rule 0: of a merge ref the first parent, regardless of other tested commits', async () => {
    const app = await makeApp()
    const [m1, m2, m3] = [commit('m1'), commit('m2', ['m1']), commit('m3', ['m2'])]
    await ran(app, codeOf(m1))
    const second = await ran(app, codeOf(m2))
    await ran(app, codeOf(m3))
    const merge = commit('merge', ['m2', 'topic'])
    const facts = pull(sha('topic'), { mergeBaseSha: m1.sha })
    const withBaseSha = await ran(app, codeOf(merge, { ...facts, baseSha: m2.sha }))
    expect(await chosen(app, withBaseSha)).toEqual({
      id: second,
      rule: 'merge-parent',
      commitsAway: 0,
      because: 'the commit of main this was merged onto',
      better: null,
    })
    // The parents of the tested commit tell it as well.
    const untold = await ran(app, codeOf(merge, facts))
    expect(await chosen(app, untold)).toMatchObject({ id: second, rule: 'merge-parent' })
  })

  test('rule 1: the merge base, before an equal tree and anything nearer in time', async () => {
    const app = await makeApp()
    const [m1, m2] = [commit('m1'), commit('m2', ['m1'])]
    const first = await ran(app, codeOf(m1))
    await ran(app, codeOf(m2))
    const head = await ran(app, codeOf(commit('topic', ['m1']), pull(sha('topic'), { mergeBaseSha: m1.sha })))
    expect(await chosen(app, head)).toEqual({
      id: first,
      rule: 'merge-base',
      commitsAway: 0,
      because: 'the commit where this branch left main',
      better: null,
    })
  })

  test('of several runs of one commit the base branch’s own newest is taken', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    await ran(app, codeOf(m1))
    const newest = await ran(app, codeOf(m1))
    await ran(app, codeOf(m1, { branch: 'release' }))
    const head = await ran(app, codeOf(commit('topic', ['m1']), pull(sha('topic'), { mergeBaseSha: m1.sha })))
    expect(await chosen(app, head)).toMatchObject({ id: newest, rule: 'merge-base' })
  })

  test('a merge group names its base: main, or the previous group', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    const queue = (number: number, upon: string) => ({
      branch: `gh-readonly-queue/main/pr-${number}-${sha(upon)}`,
      baseBranch: 'main',
      headSha: sha(`g${number}`),
      mergeBaseSha: sha(upon),
    })
    await ran(app, codeOf(m1))
    const first = await ran(app, codeOf(commit('g1', ['m1']), queue(1, 'm1')))
    const second = await ran(app, codeOf(commit('g2', ['g1']), queue(2, 'g1')))
    expect(await chosen(app, first)).toMatchObject({
      because: expect.stringMatching(/commit of main .*merge group/),
    })
    expect(await chosen(app, second)).toMatchObject({
      id: first,
      because: 'the merge group before this one in the queue of main',
    })
  })

  test('the first run of main says so of itself', async () => {
    const app = await makeApp()
    const main = await ran(app, codeOf(commit('m1')))
    expect(await chosen(app, main)).toMatchObject({
      id: null,
      because: expect.stringMatching(/first finished run of main/),
    })
    const cut = await settled(app, {
      suite: 'e2e',
      code: codeOf(commit('m2')),
      results: [passed('a')],
      end: 'interrupted',
    })
    expect(await chosen(app, cut)).toMatchObject({
      because: expect.stringMatching(/^main has no other finished run/),
    })
  })

  test('without a known default branch, the nearest tested ancestor of any branch is the base', async () => {
    const app = await makeApp()
    const [t1, topic] = [commit('t1'), commit('topic', ['t1'])]
    const on = (branch: string, { sha: testedSha, ...rest }: Commit) => ({
      testedSha,
      headSha: testedSha,
      ...rest,
      branch,
    })
    const trunk = await ran(app, on('trunk', t1), { trust: 'local' })
    expect(await chosen(app, trunk)).toMatchObject({
      id: null,
      because: expect.stringMatching(/no run of main or master.*set it in the project's settings/),
    })
    const first = await ran(app, on('topic', topic), { trust: 'local' })
    expect(await chosen(app, first)).toMatchObject({
      id: trunk,
      because: `the nearest tested commit, 1 commit before ${topic.sha.slice(0, 7)}`,
    })
  })

  test('a run without git is compared with the run before it', async () => {
    const app = await makeApp()
    const first = await ran(app, {}, { trust: 'local' })
    expect(await chosen(app, first)).toMatchObject({
      id: null,
      because: expect.stringContaining('This is the first finished run without a branch.'),
    })
    const second = await ran(app, {}, { trust: 'local' })
    expect(await chosen(app, second)).toMatchObject({ id: first, because: 'the newest run before this one' })
  })

  test('rule 1: an equal tree replaces a merge base that was not tested itself', async () => {
    const app = await makeApp()
    const squashed = commit('squashed', ['m0'], 'same files')
    const left = commit('left', ['m0'], 'same files')
    const tested = await ran(app, codeOf(squashed))
    await ran(app, codeOf(commit('later', ['squashed'])))
    const head = await ran(
      app,
      codeOf(commit('topic', ['left']), pull(sha('topic'), { mergeBaseSha: left.sha }), [left]),
    )
    expect(await chosen(app, head)).toMatchObject({
      id: tested,
      rule: 'equal-tree',
      commitsAway: 0,
      because: `the same files as commit ${left.sha.slice(0, 7)}, tested as another commit`,
    })
  })

  test('rule 2: the nearest tested ancestor over the graph of several uploads, merges included', async () => {
    const app = await makeApp()
    // m1 - m2 - m3 - m4 - m5, with m4 a merge of m3 and s2; only m1 and m2 were tested.
    const graph = [
      commit('m5', ['m4']),
      commit('m4', ['m3', 's2']),
      commit('m3', ['m2']),
      commit('s2', ['s1']),
      commit('s1', ['m1']),
      commit('m2', ['m1']),
      commit('m1'),
    ] as const
    const [, m4, m3, s2] = graph
    await ran(app, codeOf(graph[6]))
    const second = await ran(app, codeOf(graph[5]))
    // Another branch's upload tells what lies between.
    await ran(app, codeOf(commit('other', ['m4']), { branch: 'other' }, [m4, m3, s2]))
    const head = await ran(
      app,
      codeOf(commit('merge', ['m5', 'topic']), pull(sha('topic'), { baseSha: sha('m5') }), [graph[0]]),
    )
    expect(await chosen(app, head)).toEqual({
      id: second,
      rule: 'ancestor',
      commitsAway: 3,
      because: `the nearest tested commit, 3 commits before ${sha('m5').slice(0, 7)}`,
      better: expect.stringMatching(new RegExp(`${sha('m5').slice(0, 7)}.* no run`)),
    })
  })

  test('a push to main is compared with the commit before it, not with a run of itself', async () => {
    const app = await makeApp()
    const [m1, m2] = [commit('m1'), commit('m2', ['m1'])]
    const first = await ran(app, codeOf(m1))
    await ran(app, codeOf(m2))
    const nightly = await ran(app, codeOf(m2, { mergeBaseSha: m2.sha }))
    expect(await chosen(app, nightly)).toMatchObject({
      id: first,
      rule: 'ancestor',
      commitsAway: 1,
      better: null,
    })
  })

  test('a dirty tree is compared with the commit it is based on', async () => {
    const app = await makeApp()
    const m1 = commit('m1')
    const first = await ran(app, codeOf(m1))
    const head = await ran(app, codeOf(m1, { dirty: true }), { trust: 'local' })
    expect(await chosen(app, head)).toMatchObject({
      id: first,
      rule: 'ancestor',
      commitsAway: 0,
      because: `the commit ${m1.sha.slice(0, 7)} itself, without the changes on top of it`,
    })
  })

  test('rule 3: the newest run of the base branch before the head began', async () => {
    const app = await makeApp()
    await ran(app, codeOf(commit('m1', ['m0'])))
    const second = await ran(app, codeOf(commit('m2', ['m1'])))
    const head = (
      await send(
        app,
        run({
          code: codeOf(commit('topic', ['t0']), pull(sha('topic'))),
          results: [passed('a')],
          build: 'head',
        }),
      )
    ).data.execution.id
    app.advance(60_000)
    await ran(app, codeOf(commit('m3')))
    await ran(app, codeOf(commit('o1'), { branch: 'other' }))
    expect(await chosen(app, head)).toEqual({
      id: second,
      rule: 'newest',
      commitsAway: null,
      because: 'the newest run of main before this one, an unknown number of commits back',
      better: expect.stringContaining('fetch-depth: 0'),
    })
  })

  test('after an amended commit, the rewritten history is named and no deeper clone is asked for', async () => {
    const app = await makeApp()
    const [root, old, amended] = [commit('m1'), commit('m2', ['m1']), commit('m3', ['m1'])]
    const first = await ran(app, codeOf(old, {}, [root]))
    expect(await chosen(app, await ran(app, codeOf(amended, {}, [root])))).toMatchObject({
      id: first,
      rule: 'newest',
      better: `A run of a commit that ${amended.sha.slice(0, 7)} builds on: ${old.sha.slice(0, 7)} is not in its history, which was rewritten since (amended or rebased).`,
    })
  })

  test('a shallow clone that shares no reported commit with the base is asked for its history', async () => {
    const app = await makeApp()
    await ran(app, codeOf(commit('m1', ['m0'])))
    expect(await chosen(app, await ran(app, codeOf(commit('m9', ['m8']))))).toMatchObject({
      rule: 'newest',
      better: expect.stringContaining('fetch-depth: 0'),
    })
  })
})
