import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { failed, type MadeRun, ndjson, passed, run } from '../../../server/src/testing/upload.ts'
import { joinAs } from './people.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

const threeFail = ['a', 'b', 'c'].map((title) => failed(`live > ${title}`, { message: `no ${title}` }))

/** Sends a part of a run, or more of one; returns the id of its execution. */
async function send({ url, apiKey }: World, lines: ReturnType<typeof run>, from = 0): Promise<string> {
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/x-ndjson',
      'svc-from': String(from),
      'svc-clock': String(Date.now()),
    },
    body: ndjson(lines),
  })
  const answer = (await response.json()) as { data: { execution: { id: string } } }
  expect(response.ok, JSON.stringify(answer)).toBe(true)
  return answer.data.execution.id
}

/** A run that waits for its second part. */
const partOf = (build: string, leg: string, made: MadeRun) =>
  run({ project: 'live', journal: randomUUID(), build, startedAt: Date.now(), part: { leg }, ...made })

const streams = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) asked.push(request.url())
  })
  return asked
}

test('rule 8: new failures of a running execution wait to be shown', async ({ page, world }) => {
  const build = randomUUID()
  const first = partOf(build, 'linux', { results: [passed('live > works')] })
  const id = await send(world, first.slice(0, -1))
  await page.goto(`/executions/${id}`)
  await settle(page)
  const live = page.locator('.live')
  await expect(live).toContainText('Live')
  await expect(page.getByRole('heading', { name: 'No failure so far', exact: true })).toBeVisible()
  await send(world, partOf(build, 'windows', { results: threeFail }))
  await expect(live).toContainText('3 new failures')
  await expect(page.getByRole('heading', { name: 'No failure so far', exact: true })).toBeVisible()
  await live.getByRole('button', { name: 'Show' }).click()
  await expect(page.locator('.failure')).toHaveCount(3)
  await expect(live).toContainText('Live')
  // One entry is there; every body begins with the line that names the journal.
  await send(world, [...first.slice(0, 1), ...first.slice(-1)], 1)
  await fetch(`${world.url}/api/executions/${id}/settle`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.apiKey}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  await expect(live).toContainText('The run is over')
  await live.getByRole('button', { name: 'Show' }).click()
  await expect(live).toHaveCount(0)
})

test('a run without open parts is settled by hand; one with an open part says why it stays open', async ({
  page,
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const build = randomUUID()
  const open = partOf(build, 'linux', { results: [passed('live > works')] })
  const id = await send(world, open.slice(0, -1))
  await page.goto(`/executions/${id}`)
  const live = page.locator('.live')
  const dialog = page.getByRole('dialog', { name: 'Settle this run?' })
  await live.getByRole('button', { name: 'Settle…' }).click()
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The run stays open: a part has not ended')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await send(world, [...open.slice(0, 1), ...open.slice(-1)], 1)
  await live.getByRole('button', { name: 'Settle…' }).click()
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(live).toHaveCount(0)
  await expect(page.getByText('It is still running.')).toHaveCount(0)

  const other = await send(world, partOf(randomUUID(), 'linux', { results: [passed('live > works')] }))
  await joinAs(page, visitor, 'viewer', 'Lou Looker')
  await visitor.goto(`/executions/${other}`)
  await expect(visitor.locator('.live')).toContainText('Live')
  await expect(visitor.getByRole('button', { name: 'Settle…' })).toHaveCount(0)
})

test('the stream is closed while the tab is hidden, and catches up when it is shown', async ({
  page,
  world,
}) => {
  const build = randomUUID()
  const id = await send(world, partOf(build, 'linux', { results: [passed('live > works')], end: null }))
  const asked = streams(page)
  await page.goto(`/executions/${id}`)
  await expect(page.locator('.live')).toContainText('Live')
  expect(asked).toHaveLength(1)
  const gone = page.waitForEvent('requestfinished', { predicate: isStream }).catch(() => null)
  const failedToo = page.waitForEvent('requestfailed', { predicate: isStream }).catch(() => null)
  await setHidden(page, true)
  await Promise.race([gone, failedToo])
  await send(world, partOf(build, 'windows', { results: threeFail }))
  await setHidden(page, false)
  await expect(page.locator('.live')).toContainText('3 new failures')
  expect(asked).toHaveLength(2)
})

test('a stream that breaks, or is refused for a while, is opened again without a word', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_|status of 503/)
  const build = randomUUID()
  const id = await send(world, partOf(build, 'linux', { results: [passed('live > works')], end: null }))
  let refusals = 0
  await page.route('**/events', async (route) => {
    // First as a server that is gone, then as one that starts, as a proxy says it.
    refusals++
    if (refusals === 1) await route.abort('connectionrefused')
    else if (refusals === 2) await route.fulfill({ status: 503, body: 'starting' })
    else await route.continue()
  })
  await page.goto(`/executions/${id}`)
  await expect(page.locator('.live')).toContainText('Live')
  expect(refusals).toBeGreaterThanOrEqual(3)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

const isStream = (request: { url(): string }) => request.url().endsWith('/events')

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
