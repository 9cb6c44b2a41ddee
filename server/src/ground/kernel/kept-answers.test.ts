import { expect, test } from 'vitest'
import type { Compared } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, passed, run, send } from '../../testing/upload.ts'
import { KeptAnswers } from './kept-answers.ts'

/** Answers of a thread, each `size` bytes, and the questions that it had to make anew. */
function keptAnswers(size = 3) {
  const kept = new KeptAnswers<Uint8Array<ArrayBuffer>>({ sizeOf: ({ length }) => length })
  const made: string[] = []
  const ask = (
    question: string,
    {
      version = 'first',
      now = 0,
      isLasting = true,
      until = Number.POSITIVE_INFINITY,
      organizationId = 1,
    } = {},
  ) =>
    kept.answer({ organizationId, version, question, now }, async ({ dependsOnMore, countsUntil }) => {
      made.push(question)
      if (!isLasting) dependsOnMore()
      countsUntil(until)
      return new Uint8Array(size).fill(made.length)
    })
  return { ask, made }
}

const MIB = 1024 * 1024

test('the same question is answered once for each version of the database', async () => {
  const { ask, made } = keptAnswers()
  await ask('one')
  expect([...(await ask('one'))]).toEqual([1, 1, 1])
  expect([...(await ask('another'))]).toEqual([2, 2, 2])
  expect(made).toEqual(['one', 'another'])
  expect([...(await ask('one', { version: 'second' }))]).toEqual([3, 3, 3])
  expect([...(await ask('one', { version: 'second' }))]).toEqual([3, 3, 3])
})

test('what depends on the time, or is too large, is made each time; the oldest makes room', async () => {
  const { ask, made } = keptAnswers(MIB)
  for (let i = 0; i < 2; i++) await ask('now', { isLasting: false })
  expect(made).toEqual(['now', 'now'])
  const many = Array.from({ length: 17 }, (_, i) => `question ${i}`)
  for (const question of many) await ask(question)
  made.length = 0
  await ask('question 16')
  expect(made).toEqual([])
  await ask('question 0')
  expect(made).toEqual(['question 0'])
  const large = keptAnswers(2 * MIB + 1)
  for (let i = 0; i < 2; i++) await large.ask('large')
  expect(large.made).toHaveLength(2)
})

test('an organization that asks a lot pushes out its own answers, not those of another', async () => {
  const { ask, made } = keptAnswers(MIB)
  for (const question of ['its first', 'its second']) await ask(question, { organizationId: 2 })
  for (let i = 0; i < 40; i++) await ask(`question ${i}`)
  made.length = 0
  for (const question of ['its first', 'its second']) await ask(question, { organizationId: 2 })
  await ask('question 39')
  expect(made).toEqual([])
})

test('an organization that comes later gets its share', async () => {
  const { ask, made } = keptAnswers(MIB)
  for (let i = 0; i < 20; i++) await ask(`question ${i}`)
  const its = Array.from({ length: 7 }, (_, i) => `its question ${i}`)
  for (const question of its) await ask(question, { organizationId: 2 })
  for (let i = 20; i < 40; i++) await ask(`question ${i}`)
  made.length = 0
  for (const question of its) await ask(question, { organizationId: 2 })
  for (let i = 33; i < 40; i++) await ask(`question ${i}`)
  expect(made).toEqual([])
})

test('an answer counts for five minutes: a change may be in no version', async () => {
  const { ask, made } = keptAnswers()
  for (const now of [0, 299_999, 300_000, 300_001]) await ask('one', { now })
  expect(made).toHaveLength(2)
})

test('an answer about a time counts up to it', async () => {
  const { ask, made } = keptAnswers()
  for (const now of [0, 59_999, 60_000]) await ask('one', { now, until: 59_999 })
  expect(made).toHaveLength(2)
})

onEachDatabase('answers that a thread keeps', (makeApp) => {
  test('a comparison is the newest, and only for those who may see it', async () => {
    const app = await makeApp()
    const results = Array.from({ length: 600 }, (_, i) => passed(`test ${i}`))
    const ran = async (build: string, branch: string, more = results) =>
      (await send(app, run({ build, code: { branch }, results: more }))).data.execution.id
    const main = await ran('main', 'main')
    app.advance(60_000)
    const head = await ran('head', 'feature', [failed('test 0'), ...results.slice(1)])
    const compared = () => app.get<Compared>(`/api/compare?base=auto&head=${head}`)
    const first = await compared()
    expect((await compared()).data).toEqual(first.data)
    const stranger = await addOrganization(app)
    expect((await app.get(`/api/compare?base=auto&head=${head}`, { key: stranger })).status).toBe(404)
    await app.request(`/api/executions/${main}/settle`, { method: 'POST' })
    const second = await compared()
    expect([first.data.baseChoice.rule, second.data.baseChoice.rule]).toEqual(['none', 'newest'])
    expect(second.data.totals.regressions).toBe(1)
  })
})
