import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { pull } from '../../testing/pull-request.ts'
import { sha } from '../../testing/sha.ts'
import { failedTwice, passed, settled } from '../../testing/upload.ts'

const SUITES = 92
const BROKEN = 60

interface Answer {
  markdown: string
  totals: { suites: number; failed: number; running: number; counts: { passed: number; failed: number } }
  executions: { suite: string; conclusion: string }[]
  pushes: { runs: { suite: string }[] }[]
}

onEachDatabase('a pull request of many suites', (makeApp) => {
  test('is counted as a whole and described from the worst suite on', async () => {
    const app = await makeApp()
    const names = ['pays', 'ships', 'returns'].map((name) => `${name} ${'by any way '.repeat(10)}`)
    const results = (suite: number, isBroken: boolean) =>
      names.map((name) => {
        const file = `suite-${suite}.test.ts`
        return isBroken
          ? failedTwice(name, { file, message: `${name} broke in ${suite}` })
          : passed(name, { file })
      })
    for (let i = 0; i < SUITES; i++) {
      const suite = `suite ${String(i).padStart(2, '0')}`
      // The suites that pass are the first by name.
      const made = results(i, i >= SUITES - BROKEN)
      await settled(app, { suite, code: { ...pull, headSha: sha('a') }, results: made })
    }
    const { data } = await app.get<Answer>('/api/pull-requests/7')
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(250_000)
    // GitHub refuses a comment of more than 65,536 characters.
    expect(data.markdown.length).toBeLessThanOrEqual(65_536)
    expect(data.totals).toMatchObject({
      suites: SUITES,
      failed: BROKEN,
      running: 0,
      counts: { passed: 3 * (SUITES - BROKEN), failed: 3 * BROKEN },
    })
    expect(data.executions.length).toBeGreaterThan(10)
    expect(data.executions.length).toBeLessThan(SUITES)
    expect(data.executions.every(({ conclusion }) => conclusion !== 'passed')).toBe(true)
    expect(data.pushes[0]?.runs).toHaveLength(60)
  })
})
