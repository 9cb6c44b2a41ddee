import { randomUUID } from 'node:crypto'
import { failed, flaky, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

/** Sends a run of its own; settles it unless it is still running. Returns the id of its execution. */
async function send({ url, apiKey, seeded: { now } }: World, made: MadeRun, settles = true): Promise<string> {
  const own = { journal: randomUUID(), build: randomUUID(), startedAt: now, ...made }
  return (await upload({ url, apiKey, now }, own, settles)).execution
}

test('a rate with one failure among 250 never reads as 100 %', async ({ page, world }) => {
  const results = [...Array.from({ length: 249 }, (_, i) => passed(`works ${i}`)), failed('breaks')]
  await send(world, { project: 'nearly', results })
  await page.goto('/o/default/nearly/trends')
  await settle(page)
  const chart = page.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /99\.6 % tests/)
})

test('a running execution is neutral, and its counts, title and icon follow it', async ({ page, world }) => {
  const project = 'moving'
  const works = ['a', 'b', 'c', 'd'].map((title) => passed(title))
  await send(world, { project, results: works, startedAt: world.seeded.now - 3_600_000 })
  const code = { branch: 'topic', baseBranch: 'main', pullRequest: 71, repository: 'acme/moving' }
  const build = randomUUID()
  const part = (leg: string, results: MadeRun['results'] = []): MadeRun => ({
    project,
    build,
    code,
    part: { leg },
    results,
    end: null,
  })
  const id = await send(world, part('linux-x64-node24', works.slice(0, 2)), false)
  const heading = page.getByRole('heading', { level: 1 })
  const icon = page.locator('link[rel=icon]')
  await page.goto(`/executions/${id}`)
  await settle(page)
  await expect(heading).toContainText('Running, no failure so far')
  await expect(page.locator('.answer .badge')).toHaveClass('badge open')
  await expect(page).toHaveTitle(/^Running, no failure so far/)
  await expect(icon).toHaveAttribute('href', /running/)
  const progress = page.getByRole('progressbar')
  await expect(progress).toHaveAccessibleName('2 of about 4 tests, as many as the base run has')
  await send(world, part('windows', [failed('x'), failed('y')]), false)
  await expect(heading).toContainText('Running, 2 failed so far')
  await expect(page).toHaveTitle(/^Running, 2 failed so far/)
  await expect(icon).toHaveAttribute('href', /running/)
  await expect(page.getByRole('link', { name: '2 failed', exact: true })).toBeVisible()
  await expect(page.getByText(/^2 of 4 tests passed/)).toBeVisible()
  await expect(progress).toHaveAccessibleName('4 of about 4 tests, as many as the base run has')
  await page.goto('/o/default/pulls/71?repo=acme/moving')
  await settle(page)
  await expect(heading).toContainText('Running, 2 failed so far')
  await expect(page.locator('.answer .badge')).toHaveClass('badge open')
  await expect(icon).toHaveAttribute('href', /running/)
  await page.goto('/o/default/moving')
  await settle(page)
  await expect(page.getByRole('link', { name: /#71/ }).first()).toContainText('Running, 2 failed so far')
})

test('the headline of a pull request counts all of its suites', async ({ page, world }) => {
  const project = 'suites'
  const works = ['a', 'b', 'c', 'd'].map((title) => passed(title))
  const code = { branch: 'topic', baseBranch: 'main', pullRequest: 72, repository: 'acme/suites' }
  for (const [suite, fails] of [
    ['unit', ['x', 'y']],
    ['e2e', ['z']],
    ['docs', []],
  ] as const) {
    await send(world, { project, suite, results: works, startedAt: world.seeded.now - 3_600_000 })
    await send(world, { project, suite, code, results: [...works, ...fails.map((title) => failed(title))] })
  }
  const words = 'This change added 3 failing tests in 2 of 3 suites'
  await page.goto('/o/default/pulls/72?repo=acme/suites')
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
  await page.goto('/o/default/suites/pulls')
  await expect(page.getByRole('link', { name: /#72/ })).toContainText(words)
})

test('the broken tests that the overview counts are those that their list and their page call broken', async ({
  page,
  world,
}) => {
  const project = 'broke'
  const works = ['a', 'b', 'c'].map((title) => passed(title))
  for (let i = 0; i < 9; i++) {
    const pays = i < 5 ? passed('cart > pays') : failed('cart > pays')
    const startedAt = world.seeded.now - (10 - i) * 3_600_000
    await send(world, { project, startedAt, results: [...works, pays] })
  }
  await page.goto('/o/default/broke')
  await settle(page)
  await page.getByRole('link', { name: '1 broken test' }).click()
  const row = page.locator('.flaky-row')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('pays')
  await expect(row).toContainText('failed in 4')
  await expect(row).toContainText('broken since')
  await page.goto('/o/default/broke/flaky?state=broken&branch=main')
  await expect(row).toHaveCount(1)
})

const MANY = 130

/** A pull request with more failures than one page, of which one has an owner and an error of its own. */
async function sendMany(world: World): Promise<string> {
  const project = `many-${randomUUID().slice(0, 8)}`
  const works = Array.from({ length: 400 }, (_, i) => passed(`works ${i}`))
  const names = Array.from({ length: MANY }, (_, i) => `fails ${i}`)
  const codeowners = { path: 'CODEOWNERS', text: '* @acme/shop\nsrc/pay.ts @acme/payments\n' }
  const before = world.seeded.now - 3_600_000
  const pays = { file: 'src/pay.ts' }
  const known = [...works, ...names.map((name) => passed(name)), passed('pays', pays)]
  await send(world, { project, startedAt: before, results: known })
  return send(world, {
    project,
    code: { branch: 'topic', baseBranch: 'main', pullRequest: 73, repository: `acme/${project}` },
    codeowners,
    results: [
      ...works,
      ...names.map((name, i) => failed(name, { message: `no cart ${i}` })),
      failed('pays', { ...pays, message: 'declined by the gateway' }),
      ...Array.from({ length: 20 }, (_, i) => flaky(`slips ${i}`)),
    ],
  })
}

test('more failures than a page are counted by section, shown page by page, and all of them are searched', async ({
  page,
  world,
}) => {
  const id = await sendMany(world)
  await page.goto(`/executions/${id}`)
  await settle(page)
  const heads = page.locator('.failures h2.group')
  await expect(heads).toHaveText([new RegExp(` ${MANY + 1}$`), /^Flaky: passed on a retry 20$/])
  const section = page.locator('.failures section').first()
  const first = await section.locator('.failure').count()
  expect(first).toBeLessThan(MANY)
  await section.getByRole('button', { name: /^Show / }).click()
  await expect(section.locator('.failure')).toHaveCount(MANY + 1)
  await expect(section.getByRole('button', { name: /^Show / })).toHaveCount(0)
  const flakes = page.locator('.failures section').last()
  await flakes.getByRole('button', { name: /^Show / }).click()
  await expect(flakes.locator('.failure')).toHaveCount(20)
  for (const words of ['gateway', '@acme/payments', 'pay.ts', 'GATEWAY pays']) {
    await page.goto(`/executions/${id}?q=${encodeURIComponent(words)}`)
    await expect(page.locator('.failure')).toHaveCount(1)
    await expect(page.locator('.failure')).toContainText('pays')
    await expect(heads).toHaveText([/ 1$/])
  }
  await page.goto(`/executions/${id}?owner=@acme/payments`)
  await expect(page.locator('.failure')).toHaveCount(1)
  await page.goto(`/executions/${id}?q=nowhere`)
  await expect(page.getByRole('heading', { name: 'No failure fits this filter' })).toBeVisible()
})

test('the filter of owners lists those whose failures are not loaded', async ({ page, world }) => {
  const id = await sendMany(world)
  for (const status of ['', '?status=all']) {
    await page.goto(`/executions/${id}${status}`)
    await settle(page)
    await page.getByRole('button', { name: 'Owner: all' }).click()
    await page.getByRole('link', { name: '@acme/payments' }).click()
    await expect(page).toHaveURL(/owner=%40acme/)
    await expect(page.getByRole('button', { name: 'Owner: @acme/payments' })).toBeVisible()
    await expect(page.locator(status === '' ? '.failure' : '.result')).toHaveCount(1)
  }
})

test('the list of all results finds owners and errors, and one owner alone', async ({ page, world }) => {
  const id = await sendMany(world)
  const rows = page.locator('.result')
  for (const query of ['q=gateway', `q=${encodeURIComponent('@acme/payments')}`, 'owner=@acme/payments']) {
    await page.goto(`/executions/${id}?status=all&${query}`)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('pays')
  }
  await rows.click()
  await expect(page.getByRole('region', { name: 'pays', exact: true })).toContainText(
    'declined by the gateway',
  )
  await page.goto(`/executions/${id}?status=passed&owner=@acme/payments`)
  await expect(page.getByRole('heading', { name: 'No result fits this filter' })).toBeVisible()
})
