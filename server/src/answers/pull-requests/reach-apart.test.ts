import type { Imports } from '@svc/protocol'
import { expect, test } from 'vitest'
import { broken, comment, many, pull } from '../../testing/comment.ts'
import { makeApp } from '../../testing/make-app.ts'
import { passed, settled } from '../../testing/upload.ts'

const fileOf = (i: number) => `src/shop-${i}.test.ts`

/** Each test file imports as many of these modules as `sizes` says; the change is elsewhere. */
const importing = (sizes: number[]): Imports => ({
  files: [...sizes.map((_, i) => fileOf(i)), ...many(9, (i) => `src/${i}.ts`), 'src/tax.ts'],
  tests: sizes.length,
  imports: sizes.map((size) => many(size, (i) => sizes.length + i)),
  open: [],
  changed: { files: ['src/tax.ts'], removed: [] },
})

/** The comment, and what an agent reads, after one test in each file failed with one of these errors. */
async function after(sizes: number[], messages: string[]) {
  const app = await makeApp()
  const results = sizes.map((_, i) => {
    const message = messages[i % messages.length] ?? ''
    return broken(`case ${i}`, fileOf(i), { message, stack: `Error: x\n    at src/${message}.ts:3:1` })
  })
  for (let i = 0; i < 5; i++)
    await settled(app, {
      results: [...sizes.map((_, i) => passed(`case ${i}`, { file: fileOf(i) })), passed('fine')],
    })
  const imports = importing(sizes)
  const id = await settled(app, { code: pull, results: [...results, passed('fine')], imports })
  const context = await app.get<{ clusters: { judged: { because: string; reach: unknown } }[] }>(
    `/api/failure-context?execution=${id}`,
  )
  return { markdown: await comment(app), judged: context.data.clusters.map(({ judged }) => judged) }
}

test('one cause in five files with other imports has its evidence once, and says nothing of imports', async () => {
  const { markdown, judged } = await after([1, 2, 3, 4, 5], ['boom'])
  expect(markdown).toContain('**5 tests in 5 files**')
  expect(markdown.match(/recent base runs/g)).toHaveLength(1)
  expect(markdown).not.toMatch(/1 test: |for other reasons|Its file imports/)
  expect(judged).toHaveLength(1)
  expect(judged[0]?.because).not.toContain('Its file')
  expect(judged[0]).not.toHaveProperty('reach')
})

test('what all files of a cause import alike is said once', async () => {
  const { markdown, judged } = await after([2, 2, 2], ['boom'])
  expect(markdown.match(/Its file imports 2 files of the repository/g)).toHaveLength(1)
  expect(judged[0]).toMatchObject({
    because: expect.stringMatching(/\. Its file imports 2 files [^.]*\.$/),
    reach: { kind: 'cannot-reach', imports: 2 },
  })
})

test('causes share their evidence, although their files import other modules', async () => {
  const { markdown } = await after([1, 2, 3], ['boom', 'bang', 'crash'])
  expect(markdown.match(/recent base runs/g)).toHaveLength(1)
  for (const files of ['one file', '2 files', '3 files'])
    expect(markdown.split(`Its file imports ${files} of the repository`)).toHaveLength(2)
  const alike = await after([2, 2, 2], ['boom', 'bang', 'crash'])
  expect(alike.markdown.match(/Its file imports/g)).toHaveLength(1)
})
