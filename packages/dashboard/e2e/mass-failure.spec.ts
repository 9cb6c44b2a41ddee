import { randomUUID } from 'node:crypto'
import { type MadeTest, passed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'

const HOUR_MS = 3_600_000
const NAMES = ['pays', 'ships', 'refunds', 'greets']
const SENTENCE = 'All 4 tests failed with one error: look first at what they share.'
const HELPER = '  2 | const open = async (path) => {\n> 3 |   expect(await status(path)).toBe(200)\n  4 | }'
const CALLER = '  8 | test(name, async () => {\n> 9 |   await open(path)\n 10 | })'

/** A failure in a helper, whose caller and whose cause are further frames. */
const dead = (name: string): MadeTest => {
  const file = `tests/${name}.test.ts`
  const error = {
    name: 'Error',
    message: 'expected 502 to be 200',
    snippet: HELPER,
    location: { file: 'tests/open.ts', line: 3 },
    frames: [{ location: { file, line: 9 }, snippet: CALLER }],
  }
  return { file, titles: [name], attempts: [{ status: 'failed', detail: { errors: [error] } }] }
}

test('if all tests fail alike, the pages say so first, and the source of each frame is there', async ({
  page,
  world,
}) => {
  const to = { ...world, now: world.seeded.now }
  const repository = 'acme/outage'
  const send = (build: string, hours: number, code: object, results: MadeTest[]) =>
    upload(
      to,
      {
        project: 'outage',
        journal: randomUUID(),
        build,
        startedAt: to.now - hours * HOUR_MS,
        code: { repository, ...code },
        results,
      },
      true,
    )
  const sound = NAMES.map((name) => passed(name, { file: `tests/${name}.test.ts` }))
  const base = await send('outage-1', 2, { branch: 'main' }, sound)
  const topic = { branch: 'topic', baseBranch: 'main', pullRequest: 77 }
  const head = await send('outage-2', 1, topic, NAMES.map(dead))

  await page.goto(`/executions/${head.execution}`)
  await settle(page)
  await expect(page.locator('.answer')).toContainText(SENTENCE)
  const caller = page.locator('.detail details', { hasText: /tests\/\w+\.test\.ts:9/ }).first()
  await expect(caller.locator('.here')).toBeHidden()
  await caller.locator('summary').click()
  await expect(caller.locator('.here')).toContainText('await open')
  await expect(page.locator('.detail figure .here').first()).toContainText('expect(await status(path))')

  await page.goto(`/compare?head=${head.execution}&base=${base.execution}`)
  await settle(page)
  await expect(page.locator('.answer')).toContainText(SENTENCE)
  await page.goto(`/o/default/pulls/77?repo=${repository}`)
  await settle(page)
  await expect(page.locator('.suite')).toContainText(SENTENCE)
})
