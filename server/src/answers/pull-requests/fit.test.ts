import { expect, test } from 'vitest'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { pull } from '../../testing/pull-request.ts'
import { failedTwice, passed, settled } from '../../testing/upload.ts'

const MARKER = '<!-- svc:pull-request -->'

const comment = async (app: TestApp, maxBytes: number) => {
  const { data } = await app.get<{ markdown: string }>(`/api/pull-requests/7?maxBytes=${maxBytes}`)
  expect(Buffer.byteLength(data.markdown)).toBeLessThanOrEqual(maxBytes)
  expect(data.markdown.split('\n')[0]).toBe(MARKER)
  return data.markdown
}

test('what is good news says less before what is not, and no answer is lost', async () => {
  const app = await makeApp()
  const many = Array.from({ length: 15 }, (_, i) => `${'a test with a long name '.repeat(8)}${i}`)
  // Passing: what is new in it makes its section long.
  for (const suite of ['a fine one', 'z fine one']) {
    await settled(app, { suite, results: [passed('x')] })
    await settled(app, { suite, code: pull, results: [passed('x'), ...many.map((title) => passed(title))] })
  }
  for (let i = 0; i < 5; i++) await settled(app, { suite: 'broken', results: [passed('pays')] })
  await settled(app, { suite: 'broken', code: pull, results: [failedTwice('pays', { message: 'no card' })] })

  const whole = await comment(app, 60_000)
  expect(whole.match(/New \(15\)</g)).toHaveLength(2)
  const short = await comment(app, 4_000)
  expect(short).toMatch(/^#### .*this change \(1\)$/m)
  expect(short).toContain('no card')
  const listed = (markdown: string) => markdown.match(/^- a test with a long name/gm)?.length ?? 0
  expect(listed(short)).toBeLessThan(listed(whole))
  expect(short.match(/^### /gm)).toHaveLength(3)
})

test('where not even the headlines fit, the worst stand there and the rest is counted', async () => {
  const app = await makeApp()
  const name = (i: number) => `${'#1'.repeat(90)} ${i}`
  for (let i = 0; i < 12; i++) await settled(app, { suite: name(i), code: pull, results: [passed('x')] })
  await settled(app, { suite: 'zz', code: pull, results: [failedTwice('x')] })
  const short = await comment(app, 4_000)
  expect(short).toMatch(/^### ❌ 1 test .*no base run\b/m)
  const shown = short.match(/^### /gm)?.length ?? 0
  expect(shown).toBeGreaterThan(1)
  expect(short).toContain(`… and ${13 - shown} more suites without room here`)
})
