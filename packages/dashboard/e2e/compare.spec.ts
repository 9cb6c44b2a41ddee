import { joinTwo } from './people.ts'
import { expect, settle, test } from './test.ts'

test('the whole comparison is one click from the execution, and costs no further read', async ({
  page,
  world,
}) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The click scrolls, so a picture of the left page may come into view and be loaded: no answer of the server.
    const isPicture = pathname.startsWith('/api/artifacts/')
    if (pathname.startsWith('/api/') && pathname !== '/api/events' && !isPicture) reads.push(pathname)
  })
  await page.getByRole('link', { name: 'Whole comparison' }).click()
  await expect(page).toHaveURL(`/compare?head=${world.seeded.broken}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('This change broke 2 tests')
  expect(reads).toEqual([])
  const groups = page.getByRole('navigation', { name: 'Groups' })
  await expect(groups.getByRole('link', { name: /^Broke/ })).toHaveText(/Broke\s*3/)
  await groups.getByRole('link', { name: /^Still failing/ }).click()
  await expect(page).toHaveURL(/group=stillFailing/)
  await expect(page.locator('.groups h2')).toHaveText([/Still failing/])
  await page.getByRole('link', { name: 'taxes › rounds taxes for each line' }).click()
  await expect(page).toHaveURL(/\/executions\/.*test=/)
})

test('verdicts, marks and owners of all rows line up', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/compare?head=${world.seeded.broken}`)
  await expect(page.locator('.entries .owners').first()).toBeVisible()
  for (const column of ['.entry > .chip', '.entry > .run-marks', '.entry > .owners']) {
    const left = await page
      .locator(`.entries ${column}`)
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    expect(left.length).toBeGreaterThan(1)
    expect(new Set(left).size).toBe(1)
  }
})

test('without a base, the page says what is missing and what to do, and lists only what exists', async ({
  page,
  world,
}) => {
  await page.goto(`/compare?head=${world.seeded.alone}`)
  await settle(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'No base to compare with yet' })).toBeVisible()
  await expect(main).toContainText(/This is the first finished run|has no (other )?finished run yet/)
  await expect(main.locator('.group-nav .zero')).toHaveCount(0)
  await expect(main).not.toContainText('Nothing else differs')
  await main.getByRole('link', { name: 'Choose a base…' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Compare with which run?' })).toBeVisible()
})

test('slower tests show their usual time and this one', async ({ page, world }) => {
  await page.goto(`/compare?head=${world.seeded.slower}`)
  const slower = page.getByRole('region', { name: /^Slower/ })
  await expect(slower.getByRole('link', { name: 'report › exports a year' })).toBeVisible()
  await expect(slower.locator('.times')).toHaveText(/9\.6 s usually 2\.0 s/)
  await expect(slower.locator('svg .usual')).toHaveCount(1)
})

test('either side is chosen among the executions, and the choice is an address', async ({ page, world }) => {
  await page.goto(`/compare?head=${world.seeded.broken}`)
  await page.getByRole('link', { name: 'Another base…' }).click()
  await expect(page).toHaveURL(/pick=base/)
  const dialog = page.getByRole('dialog', { name: 'Compare with which run?' })
  await dialog.getByRole('searchbox').fill('main-3')
  await expect(page).toHaveURL(/pick=base&q=main-3/)
  await dialog
    .getByRole('button', { name: /main-3|main/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`head=${world.seeded.broken}&base=[0-9a-f-]{36}$`))
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Another head…' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/pick=/)
  await page.goto('/compare')
  await page.getByRole('link', { name: 'Choose an execution' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Pay by card/ })
    .click()
  await expect(page).toHaveURL(`/compare?head=${world.seeded.broken}`)
})

test('a member of several organizations compares, and chooses a side, in the right one', async ({
  page,
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const slug = await joinTwo(page, visitor, 'Cleo Compares')
  await visitor.goto(`/compare?head=${world.seeded.broken}`)
  const bar = visitor.getByRole('navigation', { name: 'Project', exact: true })
  await expect(bar.getByRole('link', { name: 'Flaky' })).toHaveAttribute('href', '/o/default/shop/flaky')
  await visitor.getByRole('link', { name: 'Another base…' }).click()
  const dialog = visitor.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /Pay by card/ })).toBeDisabled()
  await expect(dialog.getByLabel('Organization')).toHaveCount(0)
  // Before there is a comparison, the person says whose runs.
  await visitor.goto('/compare?pick=head')
  const choice = dialog.getByLabel('Organization')
  await choice.selectOption(slug)
  await expect(visitor).toHaveURL(new RegExp(`of=${slug}`))
  await expect(dialog.getByText('No matching execution')).toBeVisible()
  await choice.selectOption('default')
  await dialog.getByRole('searchbox').fill('Pay by card')
  await dialog.getByRole('button', { name: /Pay by card/ }).click()
  await expect(visitor).toHaveURL(`/compare?head=${world.seeded.broken}`)
})
