import type { failureContextOperations } from '@svc/schema'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { made, passed, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof failureContextOperations.getFailureContext.output>

const tokensOf = (text: string) => encode(text).length

const THINGS = ['invoice', 'basket', 'shipping fee', 'gift card', 'currency', 'refund', 'tax rate']
const WORDS = ['alpha', 'bravo', 'delta', 'gamma', 'kappa', 'omega', 'sigma', 'theta', 'zeta', 'iota']

/** A word of its own for each number, because fingerprints mask numbers. */
const wordOf = (at: number) => `${WORDS[at % 10]}${WORDS[Math.floor(at / 10)]}`
const titleOf = (at: number) => `checkout > shows the ${THINGS[at % THINGS.length]} of ${wordOf(at)}`
const fileOf = (at: number) => `packages/shop/e2e/checkout/${wordOf(at)}.spec.ts`
const receivedOf = (at: number) => `${at}.50 EUR`

/** Of each three failures, one of a page, one of an assertion with values of its own, one that threw. */
function failing(at: number) {
  const file = fileOf(at)
  const stack = `Error\n    at total${wordOf(at)} (packages/shop/src/${wordOf(at)}.ts:${7 + at}:9)\n    at ${file}:${20 + at}:5`
  const page = {
    message: `expect(locator).toHaveText(expected) failed\n\nLocator:  getByTestId('${wordOf(at)}-total')\nExpected: "${at}.00 EUR"\nReceived: "${receivedOf(at)}"\nTimeout:  5000ms\n\nCall log:\n  - Expect "toHaveText" with timeout 5000ms\n  - waiting for getByTestId('${wordOf(at)}-total')\n    9 × locator resolved to <output data-testid="${wordOf(at)}">${receivedOf(at)}</output>`,
    location: { file, line: 20 + at, column: 5 },
  }
  const assertion = {
    name: 'AssertionError',
    message: `the sum of ${wordOf(at)}: expected '${receivedOf(at)}' to be '${at}.00 EUR' // Object.is equality`,
    expected: `'${at}.00 EUR'`,
    actual: `'${receivedOf(at)}'`,
    stack,
  }
  const thrown = {
    name: 'TypeError',
    message: `Cannot read properties of undefined (reading '${wordOf(at)}')`,
    stack,
  }
  const snippet = Array.from(
    { length: 9 },
    (_, i) => `${i === 4 ? '>' : ' '} ${3 + at + i} |   const line${i} = await ${wordOf(at)}.lines(${i})`,
  ).join('\n')
  const error = { ...([page, assertion, thrown][at % 3] as typeof page), snippet }
  return made(titleOf(at), { file }, [{ status: 'failed', detail: { errors: [error] } }])
}

const calm = (count: number) => Array.from({ length: count }, (_, at) => passed(`calm ${at}`))

/** A pull request in which so many tests break, each with a cause of its own. */
async function broken(app: TestApp, count: number): Promise<void> {
  const main = Array.from({ length: count }, (_, at) => passed(titleOf(at), { file: fileOf(at) }))
  for (let run = 0; run < 3; run++) {
    app.advance(60_000)
    await settled(app, { code: { branch: 'main' }, results: [...main, ...calm(count * 2)] })
  }
  app.advance(60_000)
  await settled(app, {
    code: { branch: 'topic', baseBranch: 'main', pullRequest: 9 },
    results: [...Array.from({ length: count }, (_, at) => failing(at)), ...calm(count * 2)],
  })
}

onEachDatabase('a context of failures', (makeApp) => {
  test.for([1, 9, 19, 50])('names each of %i clusters before the details of any', async (count) => {
    const app = await makeApp()
    await broken(app, count)
    for (const maxTokens of [2_000, 3_000, 4_000, 8_000]) {
      const { data } = await app.get<Answer>(`/api/failure-context?pr=9&maxTokens=${maxTokens}`)
      const { text, ...rest } = data
      const [size, ofData] = [tokensOf(text), tokensOf(JSON.stringify(rest))]
      const detailed = (text.match(/^## /gm) ?? []).length
      expect(size).toBeLessThanOrEqual(maxTokens)
      expect(ofData).toBeLessThanOrEqual(maxTokens)
      const lines = text.split('\n')
      const firstDetail = lines.findIndex((line) => line.startsWith('## '))
      const overview = detailed === count ? lines : lines.slice(0, firstDetail < 0 ? undefined : firstDetail)
      for (let at = 0; at < count; at++) {
        const thing = THINGS[at % THINGS.length] as string
        const says = at % 3 === 2 ? 'Cannot read' : receivedOf(at)
        const own = overview.filter((line) => line.includes(says) && line.includes(thing))
        if (detailed < count) expect(own.length, `${maxTokens}: ${titleOf(at)}\n${text}`).toBeGreaterThan(0)
        else for (const part of [says, `of ${wordOf(at)}`]) expect(text).toContain(part)
      }
      const ranks = [...data.clusters, ...data.named].map(({ rank }) => rank).sort((a, b) => a - b)
      expect(ranks, `${maxTokens}`).toEqual(Array.from({ length: count }, (_, at) => at + 1))
      expect(data.unnamed).toBeUndefined()
      expect(text).not.toContain('not named')
      // The next cluster in full may not fit into what is left of a small budget.
      const least = maxTokens < 4_000 ? 0.8 : 0.85
      if (detailed < count) expect(size, `${maxTokens}\n${text}`).toBeGreaterThanOrEqual(maxTokens * least)
    }
  })
  test('what the data cannot name is counted, and the cursor leads to it', async () => {
    const app = await makeApp()
    await broken(app, 50)
    for (const maxTokens of [600, 700, 1_000]) {
      const { data } = await app.get<Answer>(`/api/failure-context?pr=9&maxTokens=${maxTokens}`)
      const { text: _, ...rest } = data
      expect(tokensOf(JSON.stringify(rest))).toBeLessThanOrEqual(maxTokens)
      expect(data.clusters.length + data.named.length + (data.unnamed ?? 0), `${maxTokens}`).toBe(50)
      expect(data.nextCursor).not.toBeNull()
    }
  })
})
