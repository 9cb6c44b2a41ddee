import { randomUUID } from 'node:crypto'
import { failedTwice, type MadeRun, type MadeTest } from '../../../server/src/testing/upload.ts'
import { all, GONE, HOUR_MS, seedPull } from './seed-pull.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import { viewsOf } from './views.ts'

test('a pull request has one total, one list of causes, its screenshots, its pushes and a command', async ({
  page,
  world,
}) => {
  await seedPull(world, 'cheap-prices', 901)
  await page.goto('/o/default/pulls/901?repo=acme/cheap-prices')
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('broke 2 tests in all 2 suites')
  const main = page.getByRole('main')
  await expect(main.getByText('2 failed', { exact: true })).toBeVisible()
  await expect(main.getByText('6 of 8 tests passed')).toBeVisible()
  const causes = page.getByRole('region', { name: 'Failures' })
  await expect(causes.getByRole('heading', { level: 3 })).toHaveText(['Caused by this change 2 tests'])
  await expect(causes.getByRole('link')).toHaveCount(2)
  await expect(causes.getByRole('link', { name: /adds · unit/ })).toBeVisible()
  const shot = causes.getByRole('link', { name: /prints · e2e/ }).getByRole('img', { name: /Screenshot/ })
  await expect(shot).toHaveJSProperty('naturalWidth', 1)
  await expect(page.getByRole('region', { name: 'Pushes' }).getByRole('listitem')).toHaveText([
    /3rd push fixed 1, 2 left/,
    /2nd push fixed 1, broke 1, 3 left/,
    /1st push 3 failed/,
  ])
  const again = page.getByRole('region', { name: 'Run them again', exact: true })
  await expect(again).toContainText('npx vitest run src/price.test.ts -t adds')
  await expect(again).toContainText('npx vitest run src/price.test.ts -t prints')
  await causes.getByRole('link', { name: /prints · e2e/ }).click()
  await expect(page.getByRole('region', { name: 'prints', exact: true })).toBeVisible()
})

test('failures of more legs than are listed are counted', async ({ page, world }) => {
  await page.goto(viewsOf(world)['long-pull'] ?? '')
  await settle(page)
  const causes = page.getByRole('region', { name: 'Failures' })
  await expect(causes.getByRole('heading', { level: 3 })).toHaveText([
    'Possibly caused by this change 2 tests',
  ])
  await expect(causes.getByRole('link')).toHaveCount(3)
  await expect(causes).toContainText('1 more failure with this error')
})

test('what is not certain says what would decide it', async ({ page, world }) => {
  const to = { ...world, now: world.seeded.now }
  const project = 'young'
  const run = (at: number, code: NonNullable<MadeRun['code']>, results: MadeTest[]) =>
    upload(
      to,
      {
        project,
        journal: randomUUID(),
        startedAt: to.now + at * HOUR_MS,
        build: `young-${at}`,
        code,
        results,
      },
      true,
    )
  await run(-9, { branch: 'main', repository: 'acme/young' }, all())
  await run(
    -8,
    { branch: 'topic', baseBranch: 'main', pullRequest: 902, repository: 'acme/young' },
    all(failedTwice('adds', GONE)),
  )
  await page.goto('/o/default/pulls/902?repo=acme/young')
  await settle(page)
  const decide = page.getByRole('region', { name: 'What would decide the rest' })
  await expect(decide.getByRole('listitem')).toHaveText(['4 more clean runs of main (1 of 5). 1 failure'])
  await expect(decide).toContainText('npx vitest run')
  await expect(page.getByText('4 more clean runs of main')).toHaveCount(1)
  const command = decide.getByRole('region', { name: /^Command that runs/ }).first()
  expect(await command.evaluate((at) => at.scrollHeight - at.clientHeight)).toBeLessThanOrEqual(0)
})
