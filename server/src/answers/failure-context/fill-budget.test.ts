import type { failureContextOperations } from '@svc/schema'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { flaky, made, passed, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof failureContextOperations.getFailureContext.output>

const SUITES = ['web', 'api', 'cart', 'orders']
const NAMES = ['bill', 'charge', 'price', 'shipping', 'cost', 'tax', 'invoice', 'export', 'search']

const tokensOf = (text: string) => encode(text).length

/** An assertion of a page as Playwright reports it, with a log that says everything several times. */
const failing = (name: string, at: number) =>
  made(`shop > shows the ${name}`, { file: `web/${name}.spec.ts` }, [
    {
      status: 'failed',
      detail: {
        errors: [
          {
            name: 'Error',
            message: `expect(locator).toHaveText(expected) failed\n\nLocator:  getByTestId("${name}")\nExpected: "${name} ${at}.00 EUR"\nReceived: "${name} ${at}.50 EUR"\nTimeout:  5000ms\n\nCall log:\n${Array.from({ length: 9 }, (_, i) => `  - waiting for getByTestId("${name}")\n    ${i} × locator resolved to <p>${name}</p>`).join('\n')}`,
            location: { file: `web/${name}.spec.ts`, line: 10 + at, column: 5 },
            stack: `Error: failed\n    at web/${name}.spec.ts:${10 + at}:5`,
            snippet: Array.from(
              { length: 9 },
              (_, i) => `${i === 4 ? '>' : ' '} ${6 + at + i} | await the ${name} of line ${i}`,
            ).join('\n'),
          },
        ],
      },
    },
  ])

/** A pull request with nine causes in four suites, each with a base. */
async function redPullRequest(app: TestApp): Promise<void> {
  const send = (isHead: boolean) =>
    Promise.all(
      SUITES.map((suite, of) =>
        settled(app, {
          suite,
          build: isHead ? 'pr' : 'main',
          code: isHead ? { branch: 'topic', baseBranch: 'main', pullRequest: 9 } : { branch: 'main' },
          results: [
            passed('calm'),
            ...NAMES.flatMap((name, at) => {
              if (at % SUITES.length !== of) return []
              return [
                isHead
                  ? failing(name, at)
                  : passed(`shop > shows the ${name}`, { file: `web/${name}.spec.ts` }),
              ]
            }),
          ],
        }),
      ),
    )
  await send(false)
  await send(true)
}

onEachDatabase('the budget of a context of failures', (makeApp) => {
  test('is used, and names each failure by its test, its place and what it received', async () => {
    const app = await makeApp()
    await redPullRequest(app)
    const ask = async (maxTokens: number) =>
      (await app.get<Answer>(`/api/failure-context?pr=9&maxTokens=${maxTokens}`)).data
    let before = 0
    for (const maxTokens of [2_000, 3_000, 4_000, 6_000]) {
      const { text, clusters, ...rest } = await ask(maxTokens)
      const size = tokensOf(text)
      expect(size, `${maxTokens}`).toBeLessThanOrEqual(maxTokens)
      expect(tokensOf(JSON.stringify({ clusters, ...rest })), `${maxTokens}`).toBeLessThanOrEqual(maxTokens)
      const headings = text.match(/^## /gm) ?? []
      if (headings.length < NAMES.length)
        expect(size, `${maxTokens}: ${text}`).toBeGreaterThan(maxTokens * 0.75)
      const detailed = clusters.filter(({ detail }) => detail !== 'line').length
      expect(detailed, `${maxTokens}`).toBeGreaterThan(before)
      before = detailed
      for (const [at, name] of NAMES.entries()) {
        const shown = text.split('\n').filter((line) => line.includes(`${name} ${at}.50 EUR`))
        expect(shown, `${maxTokens} ${name}`).not.toEqual([])
        expect(text, `${maxTokens}`).toContain(`shows the ${name}`)
        expect(text, `${maxTokens}`).toContain(`web/${name}.spec.ts:${10 + at}`)
      }
    }
    const { executions } = await ask(4_000)
    expect(executions).toHaveLength(SUITES.length)
    expect(tokensOf(JSON.stringify(executions))).toBeLessThan(800)
  })

  test('pages show every cluster in detail once, flaky ones included', async () => {
    const app = await makeApp()
    const results = [
      ...NAMES.map(failing),
      ...NAMES.map((name) => flaky(`slow ${name}`, { message: `the ${name} was slow` })),
    ]
    const execution = await settled(app, { results })
    for (const maxTokens of [700, 2_000, 4_000]) {
      const seen: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor && `&cursor=${cursor}`
        const { data } = await app.get<Answer>(
          `/api/failure-context?execution=${execution}&maxTokens=${maxTokens}${more}`,
        )
        const detailed = data.clusters.filter(({ detail }) => detail !== 'line').map(({ rank }) => rank)
        const headings = [...data.text.matchAll(/^## (\d+)\. /gm)].map(([, rank]) => Number(rank))
        // A page without room for details shows one cluster on a line.
        seen.push(...(detailed.length > 0 ? detailed : data.clusters.slice(0, 1).map(({ rank }) => rank)))
        if (detailed.length > 0) expect(headings, `${maxTokens}`).toEqual(detailed)
        expect(tokensOf(data.text)).toBeLessThanOrEqual(maxTokens)
        expect(tokensOf(JSON.stringify({ ...data, text: '' }))).toBeLessThanOrEqual(maxTokens)
        cursor = data.nextCursor
      }
      expect(seen, `${maxTokens}`).toEqual(Array.from({ length: 18 }, (_, at) => at + 1))
    }
  })
})
