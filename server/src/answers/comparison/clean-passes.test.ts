import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../testing/verdicts.ts'

const others = () => [passed('x'), passed('y')]
const slip = (i: number) => (i % 3 === 1 ? flaky('pays', { message: 'slipped' }) : passed('pays'))

interface History {
  runs: { status: string; execution: { id: string } }[]
  nextCursor: string | null
}

onEachDatabase('passes of the base', (makeApp) => {
  test('are the clean ones: a run that flaked is reported and shown as such', async () => {
    const app = await makeApp()
    // Of 20 runs the 2nd, 5th, 8th, 11th, 14th, 17th and the base itself, the 20th, flaked.
    const ids = await mainRuns(app, 20, (i) => [slip(i), ...others()])
    const flakes = ids.filter((_, i) => i % 3 === 1).reverse()
    const clean = ids.filter((_, i) => i % 3 !== 1).reverse()
    const verdict = await verdictOf(app, [failed('pays', { message: 'total is off' }), ...others()])
    expect(verdict).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in 13 of 20 recent base runs and flaked in 7; 15 clean passes are needed to tell a regression from a flake, or a second failure here.',
      missing: '2 more clean runs of main (13 of 15)',
      history: { runs: 20, passed: 13, flaky: 7, failed: 0 },
      evidenceTotals: { 'failed-here': 1, 'passed-on-base': 13, flaked: 7 },
    })
    const shown = (what: string) =>
      verdict?.evidence.filter((run) => run.what === what).map((run) => run.execution)
    expect(shown('passed-on-base')).toEqual(clean.slice(0, 5))
    expect(shown('flaked')).toEqual(flakes.slice(0, 5))

    const known = await verdictOf(app, [failed('pays', { message: 'slipped' }), ...others()])
    expect(known).toMatchObject({
      kind: 'known-flake',
      flakiness: { runs: 7, of: 20 },
      evidenceTotals: { flaked: 7 },
    })
    expect(known?.evidence).toHaveLength(5)
  })

  test('lead to all other runs of the test, page by page', async () => {
    const app = await makeApp()
    const ids = await mainRuns(app, 20, (i) => [slip(i), ...others()])
    const verdict = await verdictOf(app, [failed('pays', { message: 'slipped' }), ...others()])
    expect(verdict?.evidence).toHaveLength(5)
    const [, testId] =
      /^http:\/\/svc\.test\/o\/[a-z0-9-]+\/shop\/tests\/([0-9a-f]{32})$/.exec(verdict?.historyUrl ?? '') ?? []
    const path = `/api/tests/${testId}?project=shop`
    const flaked: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { data } = await app.get<History>(`${path}&branch=main&limit=6${more}`)
      flaked.push(...data.runs.filter((run) => run.status === 'flaky').map(({ execution }) => execution.id))
      cursor = data.nextCursor
    }
    expect(flaked).toEqual(ids.filter((_, i) => i % 3 === 1).reverse())
    expect(verdict?.evidenceTotals).toEqual({ flaked: flaked.length })
  })

  test('on exactly this code are no clean ones where it took a retry', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => [passed('pays'), ...others()])
    const tree = 'c'.repeat(40)
    const code = { branch: 'main', tree }
    const base = await settled(app, { code, results: [flaky('pays', { message: 'slipped' }), ...others()] })
    const head = [failed('pays', { message: 'total is off' }), ...others()]
    expect(await verdictOf(app, head, { code: { ...topic, tree } })).toMatchObject({
      kind: 'known-flake',
      because: expect.stringMatching(/\bretry in another run of exactly this code/),
      evidence: [{ what: 'failed-here' }, { what: 'flaked', execution: base }],
      evidenceTotals: { 'failed-here': 1, flaked: 1 },
    })
  })

  test('since a base that lacks the test are distinguished from flakes too', async () => {
    const app = await makeApp()
    const sha = 'e'.repeat(40)
    await settled(app, { code: { branch: 'main', testedSha: sha }, results: others() })
    await mainRuns(app, 3, (i) => [slip(i), ...others()])
    const code = { ...topic, mergeBaseSha: sha }
    const head = await settled(app, {
      code,
      results: [failed('pays', { message: 'total is off' }), ...others()],
    })
    const { regressions } = await compare(app, head)
    expect(regressions.find((one) => one.titles[0] === 'pays')?.verdict).toMatchObject({
      kind: 'unknown',
      because: expect.stringMatching(/\b3 newer base runs\b.*\bpassed in 2\b/),
      evidenceTotals: { 'passed-on-base-since': 2, flaked: 1 },
    })
  })
})
