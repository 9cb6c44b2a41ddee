import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, flaky, type MadeTest, passed, settled } from '../../testing/upload.ts'
import { mainRuns, topic } from '../../testing/verdicts.ts'

const NAMES = ['pays', 'ships', 'refunds', 'greets', 'searches']
const each = (made: (name: string, i: number) => MadeTest) => NAMES.map(made)
const inFile = (name: string) => ({ file: `${name}.test.ts` })
const sound = () => each((name) => passed(name, inFile(name)))
/** A dead server, as each test sees it: with a message of its own, in a file of its own. */
const dead = () => each((name) => failed(name, { ...inFile(name), message: messageOf(name) }))
const messageOf = (name: string) => `expected the page that ${name}, received undefined`

const OWN = 'All 5 tests failed, and 5 of them passed on the base: look first at what they share.'

onEachDatabase('a run in which all tests fail that passed on the base', (makeApp) => {
  test('says so first, and none of them is a known flake, whatever they say', async () => {
    const app = await makeApp()
    // Each has flaked with this error in two runs.
    for (const slips of [...NAMES, ...NAMES])
      await mainRuns(app, 1, () =>
        each((name) =>
          (name === slips ? flaky : passed)(name, { ...inFile(name), message: messageOf(name) }),
        ),
      )
    await mainRuns(app, 5, sound)
    const head = await settled(app, { code: topic, results: dead() })
    const { massFailure, regressions, verdicts } = await compare(app, head)
    expect(massFailure).toBe(OWN)
    const { data } = await app.get<{ markdown: string; executions: unknown[] }>('/api/pull-requests/7')
    expect(data.markdown).toContain(`\n\n⚠️ ${OWN}\n\n`)
    expect(data.executions).toMatchObject([{ massFailure: OWN }])
    for (const maxTokens of [300, 1_000, 4_000]) {
      const query = `pr=7&maxTokens=${maxTokens}`
      const context = await app.get<{ text: string; executions: unknown[] }>(`/api/failure-context?${query}`)
      expect(context.data.text.split('\n')[1], `${maxTokens}`).toBe(OWN)
      if (maxTokens > 300) expect(context.data.executions).toMatchObject([{ massFailure: OWN }])
    }
    expect(verdicts).toMatchObject({ 'known-flake': 0, infrastructure: 0 })
    expect(regressions[0]?.verdict).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'most-failed' },
      because: expect.stringMatching(
        /^5 of the 5 tests of this run failed that passed on the base, and a flake of one test does not explain that: it flaked with this error in 2 of /,
      ),
      needs: { what: 'most-passing' },
    })
  })

  test('nor on exactly the code of the base', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: 'c'.repeat(40) }
    await settled(app, { code, results: sound() })
    for (const results of [dead(), dead().slice(0, 3)]) {
      const head = await settled(app, { code: { ...topic, tree: code.tree }, results })
      const { massFailure, verdicts } = await compare(app, head)
      expect(massFailure).toMatch(/^All [35] tests failed, and/)
      expect(verdicts).toMatchObject({ unknown: results.length, 'known-flake': 0 })
    }
  })

  test('with one error says that; a part of the tests, or a base that fails as much, says nothing', async () => {
    const app = await makeApp()
    await settled(app, { results: sound() })
    const massFailureOf = async (results: MadeTest[]) =>
      (await compare(app, await settled(app, { code: topic, results }))).massFailure
    const alike = each((name) => failed(name, { ...inFile(name), message: 'expected 502 to be 200' }))
    expect(await massFailureOf(alike)).toBe(
      'All 5 tests failed with one error: look first at what they share.',
    )
    expect(await massFailureOf([...alike.slice(1), failed('pays', inFile('pays'))])).toBe(
      'All 5 tests failed, most of them with one error: look first at what they share.',
    )
    expect(await massFailureOf([...alike.slice(1), passed('pays', inFile('pays'))])).toBe(
      '4 of 5 tests failed with one error: look first at what they share.',
    )
    expect(await massFailureOf([...dead().slice(2), ...sound().slice(0, 2)])).toBeNull()
    expect(await massFailureOf(alike.slice(0, 2))).toBeNull()
    await settled(app, { results: dead() })
    expect(await massFailureOf(dead())).toBeNull()
  })
})
