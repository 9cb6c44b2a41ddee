import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { failed, flaky, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { ask, joinAs } from './people.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

async function send({ url, apiKey, seeded: { now } }: World, made: MadeRun, settles = true): Promise<string> {
  const own = { journal: randomUUID(), build: randomUUID(), startedAt: now, ...made }
  return (await upload({ url, apiKey, now }, own, settles)).execution
}

const works = ['a', 'b', 'c', 'd'].map((title) => passed(title))
/** A project of its own, with a run of main that passed. */
async function begin(world: World): Promise<string> {
  const project = `moves-${randomUUID().slice(0, 8)}`
  await send(world, { project, results: works, startedAt: world.seeded.now - 3_600_000 })
  return project
}
const broken = { results: [...works, failed('e', { message: 'no cart' })] }

/** Waits until the tab's stream is open, so that a change cannot come before it. */
const streamOf = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')

test('the first run appears by itself', async ({ page, visitor, world, expectedErrors }) => {
  expectedErrors.push(/status of 40[014]/)
  const slug = `new-${randomUUID().slice(0, 8)}`
  await joinAs(page, visitor, 'admin', 'New Founder')
  await ask(visitor, 'POST', '/api/organizations', { name: slug, slug })
  const members = await ask<{ id: string; name: string }[]>(visitor, 'GET', '/api/members')
  await ask(visitor, 'DELETE', `/api/members/${members.find(({ name }) => name === 'New Founder')?.id}`)
  const key = await ask<{ value: string }>(visitor, 'POST', '/api/keys', { name: 'ci', role: 'editor' }, slug)
  const opened = streamOf(visitor)
  await visitor.goto('/')
  await expect(visitor.getByText('The first run appears here.')).toBeVisible()
  await opened
  const first = { project: 'first', results: works, journal: randomUUID() }
  await upload({ url: world.url, apiKey: key.value, now: world.seeded.now }, first, true)
  await expect(visitor).toHaveURL(`/o/${slug}/first`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'main passes' })).toBeVisible()
})

test('the overview, the lists and a pull request follow the runs by one stream', async ({ page, world }) => {
  const project = await begin(world)
  const streams: string[] = []
  page.on('request', (request) => {
    if (/\/events/.test(request.url())) streams.push(request.url())
  })
  const opened = streamOf(page)
  await page.goto(`/o/default/${project}`)
  await settle(page)
  await opened
  await expect(page.getByRole('heading', { level: 1, name: 'main passes' })).toBeVisible()
  await send(world, { project, ...broken })
  await expect(page.getByRole('heading', { level: 1, name: 'main fails' })).toBeVisible()
  await expect(page).toHaveTitle(/^main fails/)
  const code = { branch: 'topic', baseBranch: 'main', pullRequest: 81, repository: `acme/${project}` }
  await send(world, { project, code, results: works })
  await expect(
    page.getByRole('region', { name: 'Pull requests' }).getByRole('link', { name: /#81/ }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Newest executions' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('link', { name: /#81/ }).first().click()
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nothing broke')
  await send(world, { project, code, suite: 'e2e', results: [...works, failed('z')] })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 test failed in 1 of 2 suites')
  await page.goto(`/o/default/${project}/pulls`)
  await expect(page.getByRole('link', { name: /#81/ })).toBeVisible()
  // The second page shows its first reads before it opens its stream.
  await expect.poll(() => streams.filter((url) => url.includes('organization=default')).length).toBe(2)
})

test('rows keep their places under the pointer, and appear at the top once it has left', async ({
  page,
  world,
}) => {
  const project = await begin(world)
  await send(world, { project, results: works })
  const opened = streamOf(page)
  await page.goto(`/o/default/${project}/executions`)
  await settle(page)
  await opened
  const rows = page.getByRole('list', { name: 'Executions' }).getByRole('listitem')
  await rows.first().hover()
  const before = await rows.first().boundingBox()
  await send(world, { project, ...broken, startedAt: world.seeded.now + 1_000 })
  const fresh = page.getByRole('button', { name: '1 new execution' })
  await expect(fresh).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect(await rows.first().boundingBox()).toEqual(before)
  await fresh.click()
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('1 failed')
  await page.getByRole('heading', { level: 1 }).hover()
  await send(world, { project, ...broken, startedAt: world.seeded.now + 2_000 })
  await expect(rows).toHaveCount(4)
})

test('times move on, a hidden tab catches up, and a refused stream is replaced by reads', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429|ERR_/)
  const project = await begin(world)
  await page.route('**/api/events*', (route) => route.fulfill({ status: 429, body: '' }))
  await page.goto(`/o/default/${project}/executions`)
  await settle(page)
  const rows = page.getByRole('list', { name: 'Executions' }).getByRole('listitem')
  await expect(rows).toContainText(['1 hour ago'])
  await page.clock.setFixedTime(world.seeded.now + 4 * 3_600_000)
  await setHidden(page, true)
  await setHidden(page, false)
  await expect(rows).toContainText(['5 hours ago'])
  await send(world, { project, ...broken })
  await expect(rows).toHaveCount(2)
  await page.unroute('**/api/events*')
  await setHidden(page, true)
  await send(world, { project, ...broken, startedAt: world.seeded.now + 1_000 })
  await setHidden(page, false)
  await expect(rows).toHaveCount(3)
})

test('flaky tests, tests, failures and trends follow the runs', async ({ page, world }) => {
  const project = await begin(world)
  const slips = (title: string) => flaky(title, { message: `${title} too early` })
  const opened = streamOf(page)
  await page.goto(`/o/default/${project}/flaky`)
  await settle(page)
  await opened
  await expect(page.getByText('No test is flaky')).toBeVisible()
  await send(world, { project, results: [...works, slips('first')] })
  const rows = page.locator('.data-table tbody tr')
  await expect(rows).toHaveCount(1)
  for (const [path, row] of [
    ['tests', '.data-table tbody tr'],
    ['failures', '.cluster'],
  ] as const) {
    const again = streamOf(page)
    await page.goto(`/o/default/${project}/${path}`)
    await settle(page)
    await again
    const before = await page.locator(row).count()
    await send(world, { project, results: [...works, slips(`${path} slip`)] })
    await expect(page.locator(row)).toHaveCount(before + 1)
  }
  const again = streamOf(page)
  await page.goto(`/o/default/${project}/trends`)
  await settle(page)
  await again
  const chart = page.getByRole('slider', { name: /^4 executions/ })
  await expect(chart).toBeVisible()
  await send(world, { project, ...broken })
  await expect(page.getByRole('slider', { name: /^5 executions/ })).toBeVisible()
})

test('the rows of a table keep their places under the pointer and the keyboard', async ({ page, world }) => {
  const project = await begin(world)
  await send(world, { project, results: [...works, flaky('first')] })
  const opened = streamOf(page)
  await page.goto(`/o/default/${project}/tests`)
  await settle(page)
  await opened
  const rows = page.locator('.data-table tbody tr')
  await rows.first().getByRole('link').first().focus()
  const before = await rows.first().boundingBox()
  await send(world, { project, results: [...works, flaky('second')] })
  const fresh = page.getByRole('button', { name: '1 new test' })
  await expect(fresh).toBeVisible()
  await expect(rows).toHaveCount(5)
  expect(await rows.first().boundingBox()).toEqual(before)
  await page.getByRole('columnheader', { name: 'Test' }).getByRole('button').click()
  await expect(rows).toHaveCount(6)
  await expect(fresh).toHaveCount(0)
})

test('a browser without scroll anchoring keeps the row that one reads', async ({ page, world }) => {
  const project = await begin(world)
  for (let i = 1; i <= 24; i++)
    await send(world, { project, results: works, startedAt: world.seeded.now - i })
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (property: string, value?: string) =>
      property !== 'overflow-anchor' && (value === undefined ? supports(property) : supports(property, value))
  })
  await page.setViewportSize({ width: 1280, height: 500 })
  const opened = streamOf(page)
  await page.goto(`/o/default/${project}`)
  await settle(page)
  await opened
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none'
  })
  const links = page.getByRole('region', { name: 'Newest executions' }).locator('a[href^="/executions/"]')
  const read = page.locator(`a[href="${await links.nth(3).getAttribute('href')}"]`).first()
  await read.evaluate((row) => window.scrollBy(0, row.getBoundingClientRect().top - 200))
  const before = (await read.boundingBox())?.y
  const code = { branch: 'topic', baseBranch: 'main', pullRequest: 82, repository: `acme/${project}` }
  await send(world, { project, code, ...broken })
  await expect(page.getByRole('link', { name: /#82/ }).first()).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('main passes')
  expect(Math.abs(((await read.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(2)
})

test('the wall says what broke, since when and because of whom, and follows the runs', async ({
  page,
  world,
}) => {
  const project = await begin(world)
  const opened = streamOf(page)
  await page.goto('/')
  await page.getByRole('link', { name: /^Wall of / }).click()
  await expect(page).toHaveURL('/o/default/wall')
  await settle(page)
  await opened
  const tile = page.locator('.tile').filter({ has: page.getByRole('link', { name: project, exact: true }) })
  await expect(tile).toContainText('main passes since 1 hour ago')
  const code = {
    branch: 'main',
    testedSha: 'b'.repeat(40),
    message: 'Round each line (#7)',
    author: 'Grace Hopper',
  }
  const codeowners = { path: 'CODEOWNERS', text: '* @acme/shop\n' }
  const id = await send(world, { project, ...broken, code, codeowners })
  await expect(tile).toContainText('main fails since 12 minutes ago')
  await expect(tile.getByRole('link', { name: `${project}: 1 failed`, exact: true })).toBeVisible()
  await expect(tile.getByRole('link', { name: 'e', exact: true })).toBeVisible()
  await expect(tile).toContainText('@acme/shop')
  await expect(tile).toContainText('by Grace Hopper')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ of \d+ projects broken$/)
  await tile.getByRole('link', { name: 'bbbbbbb Round each line (#7)' }).click()
  await expect(page).toHaveURL(`/executions/${id}`)
})

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
