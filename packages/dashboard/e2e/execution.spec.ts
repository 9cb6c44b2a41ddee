import type { Page } from '@playwright/test'
import { joinTwo } from './people.ts'
import { expect, settle, test } from './test.ts'

const CHARGE = 'charges what the cart comes to'
const rows = (page: Page) => page.locator('.failure')

test('rule 1: the link of the comment opens its headline, in the same words', async ({ page, world }) => {
  const answer = await fetch(`${world.url}/api/pull-requests/482?repo=acme/shop`, {
    headers: { Authorization: `Bearer ${world.apiKey}` },
  })
  const { data } = (await answer.json()) as { data: { markdown: string } }
  const link = `${world.url}/executions/${world.seeded.broken}`
  expect(data.markdown).toContain(link)
  await page.goto(link)
  const headline = await page.getByRole('heading', { level: 1, name: 'This change' }).textContent()
  expect(headline).toContain('This change broke 2 tests')
  expect(plain(data.markdown)).toContain(plain(headline))
})

/** Words without marks of Markdown. */
const plain = (text: string | null) => (text ?? '').replace(/[*_`#\\[\]]/g, '').replace(/\s+/g, ' ')

test('rule 2: without a click, the worst failure; its trace is one click', async ({
  page,
  world,
  expectedErrors,
}) => {
  // The viewer draws a blank frame with a style of its own, which its policy leaves out.
  expectedErrors.push(/Applying inline style/)
  await page.goto(`/executions/${world.seeded.broken}`)
  const detail = page.getByRole('region', { name: CHARGE, exact: true })
  await expect(detail.getByText('AssertionError: expected charge to equal')).toBeVisible()
  const difference = detail.getByRole('region', { name: 'Difference of expected and found' })
  await expect(difference.locator('.minus')).toContainText('4999')
  await expect(difference.locator('.plus')).toContainText('4998')
  await expect(detail.locator('.lines .here')).toContainText('expect(charge).toEqual(totalOf(cart))')
  await expect(detail.locator('.why')).toContainText('caused by this change')
  await expect(detail.locator('.why')).toContainText('It passed in all 20 recent base runs')
  await detail.getByRole('link', { name: 'Open trace' }).click()
  const viewer = page.frameLocator('iframe[title="Trace viewer"]')
  await expect(viewer.getByText('Click').first()).toBeVisible()
})

test('rule 3: failures in the order of the comment, passed tests out of the way', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  await expect(page.locator('.failures h2')).toHaveText([
    'Caused by this change 3',
    'Fails on the base too 1',
    'Known flakes 1',
    'Flaky: passed on a retry 1',
  ])
  await expect(rows(page).first()).toContainText(CHARGE)
  await expect(page.getByText('shows product 1')).toHaveCount(0)
})

test('rule 4: each run behind a verdict is a mark that opens it', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  const marks = page.locator('.why .marks [data-run]')
  await expect(marks).toHaveCount(20)
  await marks.first().click()
  await expect(page).not.toHaveURL(new RegExp(world.seeded.broken))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a run leads to its pull request, and a failure to the history of its test', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/\/o\/default\/shop\/tests\/[0-9a-f]{32}$/)
  await page.goBack()
  await page.getByRole('link', { name: '#482' }).click()
  await expect(page).toHaveURL(/\/o\/default\/pulls\/482\?repo=/)
  await expect(page.getByText('Pull request #482 of acme/shop')).toBeVisible()
})

test('rule 5: every state is an address that shows the same after a reload', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await page.getByRole('link', { name: /rounds taxes/ }).click()
  await expect(page).toHaveURL(/[?&]test=/)
  await page.getByRole('tab', { name: '1', exact: false }).first().click()
  await expect(page).toHaveURL(/attempt=1/)
  await page.getByText('Raw error').click()
  await expect(page).toHaveURL(/pane=raw/)
  const shown = page.getByRole('region', { name: 'Raw error' })
  await expect(shown).toContainText('expected 1999 to be 1998')
  await page.reload()
  await expect(page.getByRole('region', { name: 'rounds taxes for each line' })).toBeVisible()
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/Attempt 1/)
  await expect(shown).toBeVisible()
  await page.getByRole('link', { name: '61 passed' }).click()
  await expect(page).toHaveURL(/status=passed/)
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'rounds taxes for each line' })).toBeVisible()
})

test('an execution that a member of several organizations opens by its id leads to its own', async ({
  page,
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await joinTwo(page, visitor, 'Sam Several')
  await visitor.goto(`/executions/${world.seeded.broken}`)
  const bar = visitor.getByRole('navigation', { name: 'Project', exact: true })
  await expect(bar.getByRole('link', { name: 'Flaky' })).toHaveAttribute('href', '/o/default/shop/flaky')
  await visitor.getByRole('link', { name: /rounds taxes/ }).click()
  await expect(visitor.getByRole('link', { name: /History/ }).first()).toHaveAttribute(
    'href',
    /^\/o\/default\/shop\/tests\//,
  )
})

test('rule 6: the first view costs two reads beside the session', async ({ page, world }) => {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) reads.push(pathname)
  })
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  expect(reads.filter((path) => !path.startsWith('/api/artifacts/')).sort()).toEqual([
    '/api/compare',
    `/api/executions/${world.seeded.broken}`,
    '/api/whoami',
  ])
})

test('the first rows of all results are read at once, and shown before the rest', async ({ page, world }) => {
  const { large } = world.seeded
  const [answer, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/compare?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.route(`**/api/executions/${large}`, async (route) => {
    await rest.promise
    await route.continue()
  })
  const listed = page.waitForRequest((request) => request.url().includes(`/api/executions/${large}/results?`))
  await page.goto(`/executions/${large}?status=all`)
  await listed
  answer.resolve()
  await expect(page.getByRole('region', { name: 'First results' })).toBeVisible()
  const rows = page.locator('.result')
  const first = (await rows.first().textContent()) ?? ''
  rest.resolve()
  await expect(page.getByRole('region', { name: '20,000 results' })).toBeVisible()
  await expect(rows.first()).toHaveText(first)
})

test('rule 7: 20,000 results scroll without an empty row and filter by words', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.large}?status=all`)
  const results = page.getByRole('region', { name: '20,000 results' })
  await expect(results).toBeVisible()
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await page.evaluate((part) => window.scrollTo(0, document.documentElement.scrollHeight * part), share)
    await expect
      .poll(() =>
        page.evaluate(() =>
          [0.3, 0.6].every(
            (part) =>
              document.elementFromPoint(innerWidth / 2, innerHeight * part)?.closest('.result') !== null,
          ),
        ),
      )
      .toBe(true)
  }
  await expect(page.locator('.result').last()).toContainText('module')
  expect(await page.locator('.result').count()).toBeLessThan(100)
  await page.keyboard.press('/')
  await page.keyboard.type('thing 19999')
  await expect(page.getByRole('region', { name: '1 result', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/q=thing\+19999/)
})

test('rule 9: all by keyboard', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  await page.keyboard.press('j')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', /true|page/)
  await page.keyboard.press('k')
  await expect(rows(page).nth(0)).toHaveAttribute('aria-current', /true|page/)
  await page.keyboard.press('[')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/Attempt 2/)
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keys' })
  await expect(map.getByText('Next failure')).toBeVisible()
  await map.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(map).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(rows(page).nth(0)).toHaveAttribute('aria-current', /true|page/)
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
  await page.keyboard.type('exec')
  await expect(page.getByRole('option', { name: /Executions/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Executions' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
})

test('rule 11: the raw text is one click away, and copying gives it', async ({ page, context, world }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/executions/${world.seeded.broken}`)
  await page.getByText('Raw error').click()
  await page.getByRole('button', { name: 'Copy Raw error' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('at pay (src/checkout/pay.ts:112:9)')
  await page.getByRole('button', { name: 'Copy command' }).click()
  await expect
    .poll(copied)
    .toBe("npx vitest run src/checkout/pay.test.ts -t 'checkout pays by card charges what the cart comes to'")
  await page.getByRole('button', { name: 'Copy for an agent' }).click()
  await expect.poll(copied).toContain('charges what the cart comes to')
})

test('rule 12: a strict policy, and hostile texts stay texts', async ({ page, world }) => {
  const answer = await page.goto(`/executions/${world.seeded.hostile}?pane=output`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  await settle(page)
  await expect(page.getByRole('heading', { name: /<img src=x onerror/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Standard output' })).toContainText('link <img')
  await page.getByText('Steps').click()
  await expect(page.locator('.step').first()).toContainText('<script>')
  await expect(page.locator('main img, main script, main b >> text=bold')).toHaveCount(0)
  await expect(page).not.toHaveTitle('owned')
})

test('rule 15: each number opens the list that it counts', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  for (const [status, n] of [
    ['flaky', 1],
    ['skipped', 1],
    ['all', 68],
  ] as const) {
    await page.getByRole('link', { name: `${n} ${status}` }).click()
    await expect(
      page.getByRole('region', { name: n === 1 ? '1 result' : `${n} results`, exact: true }),
    ).toBeVisible()
  }
  await page.getByRole('link', { name: '5 failed' }).click()
  await expect(rows(page)).toHaveCount(6)
})

test('far down in a long list the chosen result is beside its row', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.large}?status=all`)
  await settle(page)
  for (let i = 0; i < 40; i++) await page.keyboard.press('j')
  const row = page.locator('.result[aria-current]')
  await expect(row).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400)
  const title = (await row.locator('.name').textContent()) ?? ''
  await expect(page.locator('.detail').getByRole('heading', { name: title })).toBeInViewport()
})

test('in 20,000 results the keys move the focus to the row', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.large}?status=all`)
  await settle(page)
  for (let i = 0; i < 25; i++) await page.keyboard.press('j')
  const row = page.locator('.result[aria-current]')
  await expect(row).toBeFocused()
  await expect(row).toHaveAccessibleName(/does thing \d+/)
  await page.keyboard.press('k')
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })
})

test('a narrow list shows the end of each name', async ({ page, world }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/executions/${world.seeded.broken}?status=all`)
  await settle(page)
  const names = page.locator('.result .middle-cut')
  await expect(names.first()).toBeVisible()
  const hidden = await names.evaluateAll((all) =>
    all.flatMap((name) => {
      const end = name.lastElementChild
      return end && end.scrollWidth > end.clientWidth ? [name.textContent] : []
    }),
  )
  expect(hidden).toEqual([])
})

test('a trace opens in a tab of its own, also on a phone', async ({ page, world, expectedErrors }) => {
  // The viewer draws a blank frame with a style of its own, which its policy leaves out.
  expectedErrors.push(/Applying inline style/)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/executions/${world.seeded.broken}`)
  await page.getByRole('link', { name: 'Open trace' }).click()
  const link = page.getByRole('link', { name: 'Open the trace in a new tab' })
  await expect(link).toBeInViewport({ ratio: 1 })
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect(tab.getByText('Click').first()).toBeVisible()
})
