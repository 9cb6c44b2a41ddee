import { expect, test } from 'vitest'
import { KeptAnswers } from '../../ground/kernel/kept-answers.ts'
import { openThread, uploaded } from '../../testing/answer-thread.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, passed, run, send } from '../../testing/upload.ts'
import { sizeOfComparison } from '../comparison/size-of-comparison.ts'
import { KEPT, type Memo, memoizeIn } from './thread-work.ts'

const code = { branch: 'feature', pullRequest: 7, repository: 'acme/shop' }

async function pullRequest(app: TestApp): Promise<string> {
  const [slow, fast] = [{ durationMs: 4_000 }, { durationMs: 20 }]
  // So many runs of main that a duration stands out.
  for (let i = 0; i < 12; i++)
    await uploaded(app, `main-${i}`, { results: [passed('buys'), passed('pays', fast)] })
  return uploaded(app, 'head', { code, results: [failed('buys'), passed('pays', slow)] })
}

onEachDatabase('comparisons that answers share', (makeApp) => {
  test('pages, the report, the comment and the failures of one head need one comparison', async () => {
    const app = await makeApp()
    const head = await pullRequest(app)
    const { compared, ask } = await openThread(app)
    const gather = { executions: [head] }
    expect(await compared('compareExecutions', { head, base: 'auto', limit: 20 })).toBe(1)
    for (const [job, input] of [
      ['compareExecutions', { head, base: 'auto', limit: 1, group: 'slower' }],
      ['getReport', { id: head, base: 'auto', maxBytes: 60_000 }],
      ['getPullRequest', { number: 7, maxBytes: 60_000 }],
      ['gatherFailures', gather],
      ['gatherFailures', { ...gather, test: 'buys' }],
    ] as const)
      expect(await compared(job, input), job).toBe(0)

    const alone = await openThread(app)
    expect(await alone.compared('gatherFailures', gather)).toBe(1)
    expect(await alone.ask('gatherFailures', gather)).toEqual(await ask('gatherFailures', gather))
    const page = { head, base: 'auto', limit: 2 }
    // Without durations it says less than a page needs.
    expect(await alone.compared('compareExecutions', page)).toBe(1)
    const answer = await alone.ask('compareExecutions', page)
    expect(answer).toEqual(await ask('compareExecutions', page))
    expect(answer).toMatchObject({ slower: [{ titles: ['pays'] }] })
  })

  test('ends with a change of the project, and serves no one who may see something else', async () => {
    const app = await makeApp()
    const head = await pullRequest(app)
    const { compared } = await openThread(app)
    let limit = 0
    // Another question each time, so that only the comparison can be known.
    const isShared = async (who = {}) =>
      (await compared('compareExecutions', { head, base: 'auto', limit: ++limit }, who)) === 0
    expect([await isShared(), await isShared()]).toEqual([false, true])
    await uploaded(app, 'other', { project: 'another' })
    expect(await isShared()).toBe(true)

    for (const who of [{ role: 'viewer' }, { scopes: new Set(['read', 'bus']) }, { projectId: 1 }])
      expect([await isShared(who), await isShared(who)], JSON.stringify(who)).toEqual([false, true])
    await expect(isShared({ organizationId: 2 })).rejects.toThrow('no such execution')

    let beside = ''
    const changes: Record<string, () => Promise<unknown>> = {
      'a run of the base': () => uploaded(app, 'newer'),
      'a run of another branch': async () => {
        beside = await uploaded(app, 'beside', { code: { branch: 'beside' } })
      },
      'the head, run again': () =>
        send(app, run({ build: 'head', runAttempt: 2, code, results: [passed('buys'), passed('pays')] })),
      'a deleted execution': () => app.delete(`/api/executions/${beside}`),
    }
    for (const [name, change] of Object.entries(changes)) {
      await isShared()
      await change()
      expect(await isShared(), name).toBe(false)
    }
  })

  test('a comparison with a running head depends on the time, and is made each time', async () => {
    const app = await makeApp()
    await pullRequest(app)
    const { data } = await send(app, run({ build: 'open', code, results: [failed('buys')], end: null }))
    const { compared } = await openThread(app)
    for (const limit of [1, 2])
      expect(
        await compared('compareExecutions', { head: data.execution.id, base: 'auto', limit }),
        String(limit),
      ).toBe(1)
  })
})

test('a thread keeps a comparison of 25,000 changes', () => {
  const none = { introduced: [], persisting: [], fixed: [] }
  const groups = [
    ...['regressions', 'stillFailing', 'newTests', 'improvements', 'newlyFlaky', 'stoppedRunning'],
    ...[
      'slower',
      'faster',
      'slowerFiles',
      'failuresNotCompared',
      'renameCandidates',
      'renamed',
      'flakyInBurnIn',
    ],
  ]
  const compared = {
    ...Object.fromEntries(groups.map((group) => [group, []])),
    removed: Array(25_000),
    errors: none,
  } as unknown as Parameters<typeof sizeOfComparison>[0]
  expect(sizeOfComparison(compared)).toBeLessThan(KEPT.mostBytesOfOne)
})

onEachDatabase('a part of an answer', (makeApp) => {
  test('made from rows that were older than the version is for these rows only', async () => {
    const app = await makeApp()
    const memos = new KeptAnswers<Memo>({ sizeOf: ({ bytes }) => bytes })
    const memoize = memoizeIn(memos, app.store, { organizationId: 1, asker: 1, now: 0, clock: () => 0 })
    const part = (row: object, insteadOf: object[] = []) =>
      memoize({ projectId: 1, question: row, insteadOf, sizeOf: () => 1 }, async () => ({ of: row }))
    const old = await part({ state: 'running' })
    expect(await part({ state: 'failed' })).toEqual({ of: { state: 'failed' } })
    expect(await part({ state: 'running' })).toBe(old)
    expect(await part({ state: 'less' }, [{ state: 'none' }, { state: 'running' }])).toBe(old)
  })
})
