import { randomUUID } from 'node:crypto'
import { failed, flaky, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

async function send({ url, apiKey, seeded: { now } }: World, made: MadeRun): Promise<string> {
  const own = { journal: randomUUID(), build: randomUUID(), startedAt: now, ...made }
  return (await upload({ url, apiKey, now }, own, true)).execution
}

const topic = { branch: 'topic', baseBranch: 'main', pullRequest: 81, repository: 'acme/greens' }
const works = ['a', 'b', 'c'].map((title) => passed(title))

test('a green run says what it fixed and what is new, and each number opens its list', async ({
  page,
  world,
}) => {
  const project = 'greens'
  const startedAt = world.seeded.now - 3_600_000
  await send(world, { project, startedAt, results: [...works, failed('adds up')] })
  const head = await send(world, {
    project,
    code: topic,
    results: [...works, passed('adds up'), passed('pays in euros'), passed('pays in yen')],
  })
  await page.goto(`/executions/${head}`)
  await settle(page)
  const fixed = page.getByRole('region', { name: 'Fixed 1' })
  await expect(fixed.getByRole('link', { name: /^adds up/ })).toBeVisible()
  const fresh = page.getByRole('region', { name: 'New tests 2' })
  await expect(fresh.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText(/^Same as main/)).toHaveCount(0)
  await fresh.getByRole('link', { name: 'New tests' }).click()
  await expect(page).toHaveURL(`/compare?head=${head}&group=newTests`)
})

test('a green run says what became slower, beside its usual time', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.slower}`)
  await settle(page)
  const slower = page.getByRole('region', { name: 'Slower 1' })
  await expect(slower).toContainText('report › exports a year')
  await expect(slower).toContainText('9.6 s')
  const slowest = page.getByRole('region', { name: 'Slowest tests' }).getByRole('listitem')
  await expect(slowest.first()).toContainText('exports a year')
  await expect(slowest.first()).toContainText('9.6 s')
  await slowest.first().getByRole('link').click()
  await expect(page.getByRole('region', { name: /exports a year$/ })).toContainText('This attempt passed.')
})

test('a green run that equals its base says so', async ({ page, world }) => {
  const project = 'same'
  await send(world, { project, startedAt: world.seeded.now - 3_600_000, results: works })
  const head = await send(world, { project, code: { ...topic, repository: 'acme/same' }, results: works })
  await page.goto(`/executions/${head}`)
  await settle(page)
  await expect(page.getByText(/^Same as main: all 3 tests have the same results/)).toBeVisible()
})

test('a run of fewer tests than its base is not called the same', async ({ page, world }) => {
  const project = 'fewer'
  const file = 'src/other.test.ts'
  await send(world, {
    project,
    startedAt: world.seeded.now - 3_600_000,
    results: [...works, passed('d', { file })],
  })
  const head = await send(world, { project, code: { ...topic, repository: 'acme/fewer' }, results: works })
  await page.goto(`/executions/${head}`)
  await settle(page)
  await expect(page.getByRole('region', { name: 'Slowest tests' })).toBeVisible()
  await expect(page.getByText(/^Same as/)).toHaveCount(0)
})

test('a green run with a flaky test shows the flaky test first, and then what differs', async ({
  page,
  world,
}) => {
  const project = 'green-but-flaky'
  await send(world, { project, startedAt: world.seeded.now - 3_600_000, results: works })
  const head = await send(world, {
    project,
    code: { ...topic, repository: 'acme/green-but-flaky' },
    results: [...works, flaky('wobbles')],
  })
  await page.goto(`/executions/${head}`)
  await settle(page)
  await expect(page.locator('.failures h2')).toHaveText(['Flaky: passed on a retry 1'])
  await expect(page.getByRole('region', { name: 'New tests 1' })).toContainText('wobbles')
  await expect(page.getByRole('region', { name: 'Slowest tests' })).toBeVisible()
})
