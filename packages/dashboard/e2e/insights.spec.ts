import { ask } from './people.ts'
import { expect, settle, test } from './test.ts'

const AT = '/o/default/insights'

test('a flaky test shows its rate with the runs behind it, and a row opens the newest evidence', async ({
  page,
  world,
}) => {
  await page.goto(`${AT}/flaky`)
  const row = page.locator(`#flaky-${world.seeded.insights.flaky}`)
  await expect(row).toContainText('5 retries')
  await expect(row).toContainText('@acme/search')
  await expect(row.getByRole('img', { name: /^likely between/ })).toBeVisible()
  const marks = row.locator('[data-run]')
  await expect(marks).toHaveCount(20)
  await expect(marks.first()).not.toHaveAttribute('title')
  await marks.first().hover()
  await expect(marks.first()).toHaveAttribute('title', /^(passed|failed|flaky) .*ago/)
  await row
    .getByRole('link', { name: /waits until typing stops/ })
    .first()
    .click()
  const pane = page.getByRole('region', { name: 'Evidence of waits until typing stops' })
  await expect(pane.getByRole('link', { name: 'Failed, and passed in a retry' })).toHaveCount(5)
  await expect(pane).toContainText('the search was not sent')
  await expect(page).toHaveURL(new RegExp(`test=${world.seeded.insights.flaky}`))
  await page.reload()
  await expect(pane).toBeVisible()
  await pane.getByRole('link', { name: 'Failed, and passed in a retry' }).first().click()
  await expect(page).toHaveURL(/\/executions\//)
})

test('keys go through the flaky tests, and a filter is an address', async ({ page }) => {
  await page.goto(`${AT}/flaky`)
  await settle(page)
  await page.keyboard.press('j')
  await expect(page.locator('.flaky-row[aria-current]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.flaky-row[aria-current]')).toHaveCount(0)
  await page.getByLabel('State').selectOption('Broken')
  await expect(page).toHaveURL(/state=broken/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Broken tests')
  await expect(page.locator('.flaky-row')).toContainText([/year/])
})

test('broken tests are those that their monitor calls so, and no column covers another', async ({ page }) => {
  await page.goto(`${AT}/flaky?state=broken&days=7`)
  const rows = page.locator('.flaky-row')
  await expect(rows.first()).toContainText('broken since')
  await expect(rows.first()).toContainText('100 % failed')
  const all = await rows.evaluateAll((articles) =>
    articles.map((article) => ({
      rateEnds: article.querySelector('.rate')?.getBoundingClientRect().right ?? Number.NaN,
      marksBegin: article.querySelector('.marks')?.getBoundingClientRect().left ?? Number.NaN,
    })),
  )
  for (const { rateEnds, marksBegin } of all) expect(rateEnds).toBeLessThanOrEqual(marksBegin)
})

test('a test says why each run counts, and gives the command that runs just it', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${AT}/tests/${world.seeded.insights.flaky}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('waits until typing stops')
  await expect(page.locator('.run')).toHaveCount(30)
  await expect(page.locator('.run', { hasText: 'evidence: passed in a retry' })).toHaveCount(5)
  await expect(page.getByRole('slider', { name: /^Usually 4\d\d ms to 4\d\d ms/ })).toBeVisible()
  await expect(page.locator('.by-branch tr')).toHaveCount(5)
  await page.getByRole('button', { name: 'Copy command' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("npx vitest run src/search/box.test.ts -t 'search waits until typing stops'")
  await page.getByRole('link', { name: 'All tests with it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('the search was not sent')
})

test('a rename is confirmed and undone, and a refusal says why', async ({ page, world, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  const { broken } = world.seeded.insights
  await page.goto(`${AT}/tests/${broken}?pane=rename`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').filter({ hasText: 'imports a year' }).getByRole('button').click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('listitem').filter({ hasText: 'exports a month' }).getByRole('button').click()
  await expect(dialog).toContainText('confirmed by')
  await expect(page.getByText('Earlier: orders › exports a month')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).not.toContainText('confirmed by')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`/tests/${broken}$`))
})

test('typing filters the tests, and nothing found has a next step', async ({ page }) => {
  await page.goto(`${AT}/tests`)
  await settle(page)
  await page.keyboard.press('/')
  await page.keyboard.type('typing stops')
  await expect(page).toHaveURL(/q=typing\+stops/)
  await expect(page.locator('.data-table tbody tr')).toHaveCount(1)
  await page.getByRole('searchbox').fill('nothing-has-this-name')
  await page.getByRole('link', { name: 'Clear the filter' }).click()
  await expect(page.locator('.data-table tbody tr').first()).toBeVisible()
})

test('failures lead from the cluster to its tests and to each execution', async ({ page, world }) => {
  await page.goto(`${AT}/failures`)
  await page.getByRole('link', { name: /connect ECONNREFUSED/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('connect ECONNREFUSED')
  await expect(page.getByRole('slider', { name: /failures on \d+ of 30 days/ })).toBeVisible()
  await expect(page.getByText('No document explains this failure yet')).toBeVisible()
  await expect(page.getByText('src/db/pool.ts:88:11')).toBeVisible()
  // Its trials name the test, too.
  await page
    .getByRole('link', { name: /exports a year/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/tests/${world.seeded.insights.broken}`))
  await expect(page.getByText('failed in its newest counted run')).toBeVisible()
  await expect(page.getByText(/^monitor: /)).toBeVisible()
})

test('a failure shows its trials by side, with the reason of those without a result and the commands', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${AT}/failures/${world.seeded.insights.fingerprint}`)
  const trials = page.locator('#trials')
  await expect(trials.locator('.trials > li')).toHaveCount(2)
  const [proof, burnIn] = [trials.locator('.trials > li').first(), trials.locator('.trials > li').last()]
  await expect(proof).toContainText('Failed 2 of 2 trials here ccccccc')
  await expect(proof).toContainText('Failed 0 of 1 trial on main ddddddd')
  await expect(proof).toContainText('1 trial without a result: the file does not load: cannot find module pg')
  await expect(proof).toContainText('one of 2 tests with its error')
  await expect(burnIn).toContainText(
    'Failed 1 of 3 trials here ccccccc, 1 of them in another order of the file',
  )
  // By keyboard alone.
  const copy = proof.getByRole('button', { name: 'Copy the command on main' })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('git worktree add --detach')
  // The choice of an execution is an address; one without trials shows none.
  await page.goto(`${AT}/failures/${world.seeded.insights.fingerprint}?run=${world.seeded.broken}`)
  await expect(page.getByRole('heading', { name: 'Executions' })).toBeVisible()
  await expect(trials).toHaveCount(0)
})

test('a failure names the commit that broke the base, with its probability and the command', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { fingerprint } = world.seeded.insights
  await page.goto(`${AT}/failures/${fingerprint}`)
  await settle(page)
  const [first] = await ask<{ id: string }[]>(page, 'GET', '/api/executions?project=insights&limit=1')
  await ask(page, 'POST', `/api/failures/${fingerprint}/culprits`, {
    execution: first?.id,
    commits: [
      { sha: 'a'.repeat(40), author: 'Ada', subject: 'Warm the pool' },
      { sha: 'b'.repeat(40), author: 'Grace <b>Hopper</b>', subject: 'Close idle connections (#812)' },
    ],
    commitCount: 2,
    good: 'c'.repeat(40),
    searched: 64,
    probability: 0.994,
    before: { failed: 0, passed: 6 },
    after: { failed: 5, passed: 1 },
    skipped: 1,
    command: 'git worktree add --detach ../trial && npx vitest run',
  })
  await page.reload()
  const heading = page.getByRole('heading', { name: 'faster-search was broken by' })
  const culprit = heading.locator('..')
  // Directly below the error, so that it is on the first screens of a phone.
  await expect(page.locator('.newest-error + section')).toContainText('was broken by')
  await expect(culprit.locator('li').first()).toContainText('Close idle connections (#812)')
  await expect(culprit.locator('li').first()).toContainText('Grace <b>Hopper</b>, pull request 812')
  await expect(culprit).toContainText('One of 2 commits. Probability 99.4 %')
  await expect(culprit).toContainText(
    'it failed in 0 of 6 runs before, and in 5 of 6 after. 1 commit could not be run.',
  )
  await culprit.getByRole('button', { name: 'Copy the command' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('git worktree add --detach ../trial && npx vitest run')
})

test('trends have the same numbers as a chart and as a table, and each opens its list', async ({ page }) => {
  await page.goto(`${AT}/trends?granularity=weekly`)
  await expect(page.getByRole('slider', { name: /^30 executions: \d+ passed, \d+ failed$/ })).toBeVisible()
  await page.getByText('The numbers as a table').click()
  await expect(page).toHaveURL(/view=table/)
  const total = page.locator('.trend-table tbody tr td:nth-child(2)')
  await expect(total.first()).toBeVisible()
  const numbers = await total.allTextContents()
  expect(numbers.reduce((sum, each) => sum + Number(each), 0)).toBe(30)
  await page.locator('.trend-table tbody a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Executions')
})

test('ids that are gone and hostile names are words', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await page.goto(`${AT}/tests/${'0'.repeat(32)}`)
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await page.goto(`${AT}/failures/${'0'.repeat(16)}`)
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await page.goto('/o/default/hostile/failures')
  await page.locator('.cluster').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
  expect(await page.title()).not.toBe('owned')
})

test('a document that explains a failure opens from it', async ({ page }) => {
  await page.goto('/me')
  const path = 'docs/$why it happens.md'
  await ask(page, 'PUT', '/api/documents', { project: 'hostile', path, content: '# Why it happens\n' })
  const [failure] = await ask<{ fingerprint: string }[]>(page, 'GET', '/api/failures?project=hostile')
  await ask(page, 'PUT', `/api/failures/${failure?.fingerprint}/documents`, {
    project: 'hostile',
    document: path,
    cause: 'The gateway is slow.',
  })
  await page.goto(`/o/default/hostile/failures/${failure?.fingerprint}`)
  // Among the facts, above the fold; the card with its cause is far below.
  const known = page.locator('.fact-list div', { hasText: /^Documented in/ })
  await known.getByRole('link', { name: 'Why it happens' }).click()
  await expect(page).toHaveURL(/\/o\/default\/knowledge\/hostile\/docs\//)
  await expect(page.getByRole('heading', { level: 2, name: 'Why it happens' })).toBeVisible()
})
