import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { flaky, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { ask } from './people.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

const AT = '/o/default/insights'

test('the tests are a table that is sorted and chosen in the address', async ({ page }) => {
  await page.goto(`${AT}/tests`)
  await settle(page)
  const table = page.getByRole('table', { name: 'Tests' })
  for (const title of ['Test', 'Duration', 'Flake rate', 'Runs', 'Last failure', 'Owner'])
    await expect(table.getByRole('columnheader', { name: title })).toBeVisible()
  const rate = table.getByRole('columnheader', { name: 'Flake rate' })
  await rate.getByRole('button').click()
  await expect(page).toHaveURL(/sort=-rate/)
  await expect(rate).toHaveAttribute('aria-sort', 'descending')
  await expect(table.locator('tbody tr').first()).toContainText('waits until typing stops')
  await expect(table.locator('tbody tr').first()).toContainText('17 %')
  await expect(table.locator('tbody tr').first()).toContainText('the search was not sent')
  await expect(table.locator('tbody tr').first()).toContainText('@acme/search')
  await rate.getByRole('button').click()
  await expect(page).toHaveURL(/sort=rate/)
  await expect(rate).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Owner' }).uncheck()
  await expect(page).toHaveURL(/columns=/)
  await expect(table.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0)
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'Flake rate' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(table.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0)
})

test('on a phone and on half a screen, the columns stand beside the order', async ({ page }) => {
  for (const list of ['tests', 'flaky'])
    for (const width of [375, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/o/default/insights/${list}`)
      await settle(page)
      const [order, columns] = await Promise.all([
        page.getByLabel('Sort').boundingBox(),
        page.getByRole('button', { name: 'Columns' }).boundingBox(),
      ])
      expect(columns?.x).toBeGreaterThan(order?.x ?? width)
      // One line: neither begins below the middle of the other.
      expect(columns?.y).toBeLessThan((order?.y ?? 0) + (order?.height ?? 0) / 2)
      expect(order?.y).toBeLessThan((columns?.y ?? 0) + (columns?.height ?? 0) / 2)
    }
})

test('a test that is not broken yet, and failed in its newest run, has no sign of a pass', async ({
  page,
}) => {
  await page.goto('/o/default/hostile/tests')
  await settle(page)
  await expect(page.getByRole('img', { name: 'failed in its newest run' })).toHaveCount(1)
})

test('the flaky tests say their error, their owner and when they were last seen, and sort by each', async ({
  page,
}) => {
  await page.goto(`${AT}/flaky`)
  await settle(page)
  const table = page.getByRole('table', { name: /Flaky tests/ })
  for (const title of ['Test', 'Rate', 'Runs', 'Error', 'Owner', 'Last seen', 'Cost'])
    await expect(table.getByRole('columnheader', { name: title })).toBeVisible()
  await expect(table.locator('tbody tr').first()).toContainText('the search was not sent')
  await table.getByRole('columnheader', { name: 'Last seen' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-seen/)
  await expect(table.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

const codeowners = { path: 'CODEOWNERS', text: 'cart.test.ts @acme/cart\npay.test.ts @acme/pay\n' }
const COUNT = 70

/** 70 tests, more than a page reads. The slowest, the flaky and the one of the other owner were created first. */
async function makeLong({ url, apiKey, seeded: { now } }: World): Promise<string> {
  const project = `long-${randomUUID().slice(0, 8)}`
  const send = (made: MadeRun, ago: number) =>
    upload(
      { url, apiKey, now },
      { journal: randomUUID(), build: randomUUID(), project, codeowners, startedAt: now - ago, ...made },
      true,
    )
  const cart = { file: 'cart.test.ts' }
  const rest = Array.from({ length: COUNT - 2 }, (_, i) =>
    passed(`adds ${i + 10}`, { ...cart, durationMs: 20 }),
  )
  const [slow, slips] = ['zips an archive', 'yields at once']
  await send(
    { results: [passed(slow, { file: 'pay.test.ts', durationMs: 50 }), flaky(slips, cart)] },
    7_200_000,
  )
  await send(
    {
      results: [
        passed(slow, { file: 'pay.test.ts', durationMs: 4_000 }),
        flaky(slips, { ...cart, durationMs: 500, message: 'too early' }),
        ...rest,
      ],
    },
    3_600_000,
  )
  await send(
    {
      results: [
        passed(slow, { file: 'pay.test.ts', durationMs: 4_000 }),
        passed(slips, { ...cart, durationMs: 500 }),
        ...rest,
      ],
    },
    60_000,
  )
  return project
}

const rowsOf = (page: Page) => page.locator('.data-table tbody tr')
const sortBy = (page: Page, name: string) =>
  page.getByRole('columnheader', { name }).getByRole('button').click()

test('a column sorts all tests, not only those that were read, in both directions', async ({
  page,
  world,
}) => {
  const project = await makeLong(world)
  await page.goto(`/o/default/${project}/tests`)
  await settle(page)
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(page.getByText('zips an archive')).toHaveCount(0)
  await sortBy(page, 'Duration')
  await expect(page).toHaveURL(/sort=-duration/)
  await expect(rowsOf(page).first()).toContainText('zips an archive')
  await expect(rowsOf(page).first()).toContainText('4.0 s')
  await expect(
    rowsOf(page)
      .first()
      .getByRole('img', { name: /50 ms.*4\.0 s/ }),
  ).toBeVisible()
  await sortBy(page, 'Flake rate')
  await expect(rowsOf(page).first()).toContainText('yields at once')
  await sortBy(page, 'Test')
  await expect(page).toHaveURL(/sort=test/)
  await expect(rowsOf(page).first()).toContainText('adds 10')
  await page.getByRole('button', { name: 'More tests' }).click()
  await expect(rowsOf(page)).toHaveCount(COUNT)
  await expect(rowsOf(page).last()).toContainText('zips an archive')
  await sortBy(page, 'Test')
  await expect(rowsOf(page).first()).toContainText('zips an archive')
  await page.reload()
  await expect(rowsOf(page).first()).toContainText('zips an archive')
  await expect(page.getByText(/read so far/)).toHaveCount(0)
})

test('the filter of owners lists those of all tests, and a narrow window sorts too', async ({
  page,
  world,
}) => {
  const project = await makeLong(world)
  await page.goto(`/o/default/${project}/tests`)
  await settle(page)
  await page.getByRole('button', { name: 'Owner: all' }).click()
  await page.getByRole('link', { name: '@acme/pay' }).click()
  await expect(page).toHaveURL(/owner=%40acme/)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('zips an archive')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Owner: @acme/pay' }).click()
  await page.getByRole('link', { name: 'All owners' }).click()
  await page.getByLabel('Sort').selectOption({ label: 'Duration, longest first' })
  await expect(rowsOf(page).first()).toContainText('zips an archive')
})

test('a flaky test says what it cost and which document knows its error', async ({ page, world }) => {
  const project = await makeLong(world)
  await page.goto('/me')
  await ask(page, 'PUT', '/api/documents', { project, path: 'docs/early.md', content: '# Why it is early\n' })
  const found = await ask<{ fingerprint: string }[]>(page, 'GET', `/api/failures?project=${project}&q=early`)
  await ask(page, 'PUT', `/api/failures/${found[0]?.fingerprint}/documents`, {
    project,
    document: 'docs/early.md',
    cause: 'No wait.',
  })
  await page.goto(`/o/default/${project}/flaky`)
  await settle(page)
  const row = rowsOf(page).filter({ hasText: 'yields at once' })
  await expect(row).toContainText('1.0 s')
  await sortBy(page, 'Cost')
  await expect(page).toHaveURL(/sort=-cost/)
  await row.getByRole('link', { name: 'Why it is early' }).click()
  await expect(page).toHaveURL(/\/knowledge\//)
})
