import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { makeApp } from '../../testing/make-app.ts'
import { failed, failedTwice, flaky, passed, settled } from '../../testing/upload.ts'

test('a comparison has the headline of the report and the status of each earlier run', async () => {
  const app = await makeApp()
  await settled(app, { results: [failed('pays'), passed('ships')] })
  await settled(app, { results: [flaky('pays'), passed('ships')] })
  await settled(app, { results: [passed('pays'), passed('ships')] })
  const head = await settled(app, {
    code: { branch: 'topic', baseBranch: 'main' },
    results: [failedTwice('pays'), passed('ships')],
  })
  const compared = await compare(app, head)
  const { data: report } = await app.get<{ headline: string; verdict: string }>(
    `/api/executions/${head}/report`,
  )
  expect(compared).toMatchObject({ headline: report.headline, conclusion: report.verdict })
  expect(compared.regressions[0]?.verdict.history.recent).toEqual(['passed', 'flaky', 'failed'])
})

test('a comparison names its organization, as it is called now', async () => {
  const app = await makeApp()
  await settled(app, { results: [passed('pays')] })
  const head = await settled(app, { results: [failed('pays')] })
  expect(await compare(app, head)).toMatchObject({ organization: 'default' })
  await app.store.write((db) => db.updateTable('organization').set({ slug: 'renamed' }).execute())
  expect(await compare(app, head)).toMatchObject({ organization: 'renamed' })
})
