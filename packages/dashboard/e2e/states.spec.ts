import { randomUUID } from 'node:crypto'
import { failed, type MadeRun, type MadeTest, passed, skipped } from '../../../server/src/testing/upload.ts'
import { attach, upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

const LOG = 'first line of the log\n<b>second</b> line\n'

async function send({ url, apiKey, seeded: { now } }: World, made: MadeRun, files: string[] = []) {
  const to = { url, apiKey, now }
  const own = { journal: randomUUID(), build: randomUUID(), startedAt: now, ...made }
  const sent = await upload(to, own, true)
  if (files.length > 0)
    await attach(
      to,
      sent,
      files.map((text) => new TextEncoder().encode(text)),
    )
  return sent.execution
}

const withLog = (contentType: string, name: string): MadeTest => {
  const made = failed('writes a log')
  const [attempt] = made.attempts
  const attachments = [{ name, contentType, path: name }]
  return attempt ? { ...made, attempts: [{ ...attempt, detail: { ...attempt.detail, attachments } }] } : made
}

test('a passed test offers no copy of a failure, and a skipped one gives its reason', async ({
  page,
  world,
}) => {
  const id = await send(world, {
    project: 'states',
    results: [
      passed('works'),
      failed('breaks'),
      skipped('waits', { reason: 'needs the new API' }),
      skipped('idles'),
    ],
  })
  await page.goto(`/executions/${id}?status=all`)
  await settle(page)
  const open = async (name: string) => {
    await page.locator('.result').filter({ hasText: name }).click()
    return page.getByRole('region', { name, exact: true })
  }
  const works = await open('works')
  await expect(works.getByText('This attempt passed.')).toBeVisible()
  await expect(works.getByRole('button', { name: /^Copy command/ })).toBeVisible()
  await expect(works.getByRole('button', { name: /failure|Markdown/ })).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' }).getByText('Next result')).toBeVisible()
  await expect(page.getByText('Copy this failure for an agent')).toHaveCount(0)
  await page.keyboard.press('Escape')
  const waits = await open('waits')
  await expect(waits.getByText('Skipped: needs the new API')).toBeVisible()
  await expect(waits.getByRole('button', { name: /failure|Markdown/ })).toHaveCount(0)
  await expect((await open('idles')).getByText('Skipped in the source, without a reason.')).toBeVisible()
  await expect((await open('breaks')).getByRole('button', { name: /this failure/ })).toBeVisible()
})

test('a run without git is named by its runner and its time', async ({ page, world }) => {
  const project = 'no-git'
  const answer = await fetch(`${world.url}/api/test-results`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ project, results: [{ file: 'a.ts', titles: ['works'], status: 'passed' }] }),
  })
  expect(answer.ok).toBe(true)
  await page.goto(`/o/default/${project}/executions`)
  await settle(page)
  const row = page.locator('main a.line')
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText(/[\da-f]{8}-[\da-f]{4}-/)
  await expect(row.locator('.name')).toHaveText(/ run of .+ UTC$/)
})

for (const [name, type] of [
  ['server.log', 'text/plain'],
  ['server.json', 'application/json; charset=utf-8'],
] as const)
  test(`the attached text ${name} opens, and can be downloaded`, async ({ page, world }) => {
    // Bytes of its own: the server refuses a second upload of the same ones while the first is under way.
    const id = await send(world, { project: 'texts', results: [withLog(type, name)] }, [`${LOG}${name}\n`])
    await page.goto(`/executions/${id}`)
    await settle(page)
    await page.getByRole('link', { name: new RegExp(name) }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByText('<b>second</b> line')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('download', name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test.describe('a reader in Berlin', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

  test('sees times in her zone and language, with the zone, and as ISO 8601 when she asks for it', async ({
    page,
    world,
  }) => {
    const startedAt = Date.parse('2026-01-15T22:30:05Z')
    const id = await send(world, { project: 'zones', startedAt, results: [passed('works')] })
    await page.goto(`/executions/${id}`)
    await settle(page)
    const time = page.locator('.facts time').last()
    await expect(time).toHaveText('15.01.2026')
    await expect(time).toHaveAttribute('title', /15\. Januar 2026.*23:30:05 MEZ\n2026-01-15T22:30:05/)
    await page.getByRole('button', { name: /theme, keys, sign out$/ }).click()
    await page.getByRole('button', { name: 'Times as ISO 8601' }).click()
    await expect(time).toHaveText('2026-01-15T22:30:05Z')
    await page.reload()
    await settle(page)
    await expect(time).toHaveText('2026-01-15T22:30:05Z')
  })
})

test('date filters have one pair of words', async ({ page, world }) => {
  const from = new Date(world.seeded.now - 864_000_000).toISOString().slice(0, 10)
  for (const address of ['executions', 'failures']) {
    await page.goto(`/o/default/shop/${address}?from=${from}`)
    await settle(page)
    const fields = page.locator('main input[type=date]')
    await expect(fields).toHaveCount(2)
    await expect(page.getByLabel('From', { exact: true }), address).toBeVisible()
    await expect(page.getByLabel('Before', { exact: true }), address).toBeVisible()
  }
  await page.goto('/o/default/settings/audit')
  await settle(page)
  await expect(page.getByLabel('Before (UTC)')).toBeVisible()
})
