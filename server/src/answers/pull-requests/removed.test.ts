import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { partsOf } from '../../testing/markdown.ts'
import { retain } from '../../testing/retention.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

const DAY_MS = 86_400_000
const pull = { branch: 'topic', baseBranch: 'main', pullRequest: 7, headSha: 'a'.repeat(40) }
const all = ['a', 'b', 'c', 'd']
const good = () => all.map((title) => passed(title, { durationMs: 1 }))
const bad = () => all.map((title) => (title === 'b' ? failed(title) : passed(title, { durationMs: 1 })))
const comment = async (app: TestApp, query = '') =>
  (await app.get<{ markdown: string; provisional: boolean }>(`/api/pull-requests/7${query}`)).data

/** Retention that removes results of all but the newest runs of main, after 90 days. */
const removeOld = (app: TestApp) => retain(app, { passingDetailDays: 90, failingDetailDays: 90 })

onEachDatabase('a pull request whose results retention removed', (makeApp) => {
  test('says so with its counts, and compares nothing', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await settled(app, { results: good() })
    const head = await settled(app, { code: pull, results: bad() })
    app.advance(100 * DAY_MS)
    await removeOld(app)
    const { data } = await app.get<{ resultsRemovedAt: string }>(`/api/executions/${head}`)
    const day = data.resultsRemovedAt.slice(0, 10)
    const { markdown, provisional } = await comment(app)
    expect(markdown).toContain(`### 🗄️ The results of this run were removed by retention on ${day} · shop`)
    expect(markdown).toContain('The run failed: 3 of 4 tests passed, 1 failed in ')
    expect(markdown).toContain(' at <code>aaaaaaa</code>. Nothing is compared')
    expect(markdown).toContain(`[View run](http://svc.test/executions/${head})`)
    for (const wrong of ['no test did', 'Stopped', 'Removed (', 'compared with', 'Caused by'])
      expect(markdown).not.toContain(wrong)
    expect(provisional).toBe(false)
    // A suite that ran since is compared beside it, and however short the comment, each says its own.
    await settled(app, { suite: 'e2e', results: good() })
    await settled(app, { suite: 'e2e', code: pull, results: bad() })
    const both = (await comment(app, '?maxBytes=4000')).markdown
    expect(both).toContain('· shop / e2e')
    expect(both).toContain(`removed by retention on ${day} · shop`)
  })

  test('whose base was removed gets the reason', async () => {
    const app = await makeApp()
    const base = await settled(app, { code: { branch: 'old', testedSha: 'b'.repeat(40) }, results: good() })
    await settled(app, { results: good() })
    app.advance(100 * DAY_MS)
    await removeOld(app)
    const { resultsRemovedAt } = (await app.get<{ resultsRemovedAt: string }>(`/api/executions/${base}`)).data
    await settled(app, { code: { ...pull, baseBranch: 'old' }, results: bad() })
    const { markdown } = await comment(app)
    expect(markdown).toMatch(/^### ❌ 1 test .*no base run\b/m)
    expect(partsOf(markdown).text).toContain(
      `The results of the last run of old were removed by retention on ${resultsRemovedAt.slice(0, 10)}`,
    )
  })
})
