import { randomUUID } from 'node:crypto'
import { type MadeRun, type MadeTest, made } from '../../../server/src/testing/upload.ts'
import { attach, upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SCREENSHOT = { name: 'screenshot', contentType: 'image/png', path: 'screenshot.png' }
const TRACE = { name: 'trace', contentType: 'application/zip', path: 'trace.zip' }
const FILE = { file: 'src/pay.test.ts' }

const pays = (status: 'passed' | 'failed'): MadeTest =>
  made('pays what the cart comes to', FILE, [
    status === 'passed'
      ? { status, detail: { attachments: [SCREENSHOT] } }
      : {
          status,
          detail: {
            errors: [
              {
                name: 'AssertionError',
                message: 'expected 4998 to equal 4999',
                expected: '4999',
                actual: '4998',
                snippet: '  11 | const paid = pay(cart)\n> 12 | expect(paid).toEqual(4999)\n  13 | })',
                stack: 'AssertionError: expected 4998 to equal 4999\n    at src/pay.test.ts:12:16',
                location: { ...FILE, line: 12, column: 16 },
              },
            ],
            attachments: [SCREENSHOT, TRACE],
          },
        },
  ])

async function send({ url, apiKey, seeded: { now } }: World, run: MadeRun, files: number) {
  const to = { url, apiKey, now }
  const own = { journal: randomUUID(), build: randomUUID(), startedAt: now, ...run }
  const sent = await upload(to, own, true)
  if (files > 0) await attach(to, sent, Array(files).fill(PIXEL))
  return sent.execution
}

async function ask<T>({ url, apiKey }: World, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, error } = (await answer.json()) as { data: T; error?: { message: string } }
  if (error) throw new Error(error.message)
  return data
}

const failureIn = async (world: World, project: string): Promise<string> => {
  const [failure] = await ask<{ fingerprint: string }[]>(world, 'GET', `/api/failures?project=${project}`)
  return `/o/default/${project}/failures/${failure?.fingerprint}`
}

test('the page of a failure begins with its error, and the screenshot beside the newest pass', async ({
  page,
  world,
}) => {
  const project = 'begins'
  const hourAgo = world.seeded.now - 3_600_000
  await send(world, { project, startedAt: hourAgo, results: [pays('passed')] }, 1)
  const id = await send(world, { project, results: [pays('failed')] }, 2)
  await page.goto(await failureIn(world, project))
  await settle(page)
  const newest = page.getByRole('region', { name: 'Newest error' })
  await expect(newest.locator('.minus')).toContainText('4999')
  await expect(newest.locator('.plus')).toContainText('4998')
  await expect(newest.locator('.lines .here')).toContainText('expect(paid).toEqual(4999)')
  await expect(newest.getByRole('img', { name: 'screenshot', exact: true })).toBeVisible()
  await expect(newest.getByRole('link', { name: 'Open trace' })).toHaveAttribute(
    'href',
    new RegExp(`/executions/${id}/traces/`),
  )
  await newest.getByText('Stack', { exact: true }).click()
  await expect(newest.getByRole('region', { name: 'Stack' })).toContainText('src/pay.test.ts:12:16')
  await newest.getByRole('button', { name: 'Beside the newest pass' }).click()
  await expect(newest.getByRole('img', { name: 'screenshot, newest pass' })).toBeVisible()
  const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0
  expect(await top('Newest error')).toBeLessThan(await top('Failures by day'))
  await newest.getByRole('link', { name: 'Open in its run' }).click()
  await expect(page).toHaveURL(new RegExp(`/executions/${id}\\?test=`))
})

test('a person ties a document to a failure, with its cause and the commit that fixed it', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  const project = 'ties'
  await send(world, { project, results: [pays('failed')] }, 2)
  const path = 'docs/rounding.md'
  await ask(world, 'PUT', '/api/documents', { project, path, title: 'Rounding', content: '# Rounding' })
  await page.goto(await failureIn(world, project))
  await settle(page)
  await page.getByRole('button', { name: 'Tie a document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tie a document' })
  await dialog.getByLabel('Document').fill('docs/none.md')
  await dialog.getByLabel('Cause').fill('Half cents are rounded twice')
  await dialog.getByLabel('Fixed by commit').fill('abcdef0123456789abcdef0123456789abcdef01')
  await dialog.getByRole('button', { name: 'Tie it' }).click()
  await expect(dialog.getByRole('alert')).toContainText('docs/none.md')
  await dialog.getByLabel('Document').fill(path)
  await dialog.getByRole('button', { name: 'Tie it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const ties = page.locator('.ties')
  await expect(ties.getByRole('link', { name: 'Rounding' })).toBeVisible()
  await expect(ties).toContainText('Cause: Half cents are rounded twice')
  await expect(ties).toContainText('Fixed by abcdef0')
})

test('a person gives a failure to an agent, and says which commit fixed it', async ({
  page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  const { fingerprint } = world.seeded.insights
  const address = `/o/default/insights/failures/${fingerprint}`
  await page.goto(address)
  await settle(page)
  await page.getByRole('button', { name: 'Assign to an agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agent').selectOption('fixer')
  await expect(dialog.getByLabel('Task')).toHaveValue('Fix: connect ECONNREFUSED 10.0.0.7:5432')
  await dialog.getByLabel('Details').fill('The pool is closed too early.')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog.getByRole('link', { name: 'Open the task' }).click()
  await expect(page).toHaveURL(/\/o\/default\/tasks\?task=/)
  const task = page.getByRole('dialog', { name: /ECONNREFUSED/ })
  for (const words of ['fixer', world.email, 'The pool is closed too early.', fingerprint])
    await expect(task).toContainText(words)
  // No other test counts the open tasks of an agent that this one leaves.
  await task.getByRole('button', { name: 'Cancel this task' }).click()
  await expect(task).toContainText('cancelled')
  await page.goto(address)
  await settle(page)
  await page.getByRole('button', { name: 'Resolve' }).click()
  await dialog.getByLabel('Document').fill('docs/no-such-document.md')
  await dialog.getByLabel('Fixed by commit').fill('2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d')
  await dialog.getByRole('button', { name: 'Resolve it' }).click()
  await expect(dialog.getByRole('alert')).toContainText('document')
})

test('the page says why its title and the newest error differ', async ({ page, world }) => {
  const project = 'differs'
  const fails = (message: string): MadeTest =>
    made('waits', FILE, [{ status: 'failed', detail: { errors: [{ message }] } }])
  const words = 'The title shows an earlier error of this failure.'
  await send(world, { project, startedAt: world.seeded.now - 3_600_000, results: [fails('waited 41 s')] }, 0)
  await page.goto(await failureIn(world, project))
  await settle(page)
  await expect(page.getByRole('heading', { name: 'waited 41 s' })).toBeVisible()
  await expect(page.getByText(words)).toHaveCount(0)
  await send(world, { project, results: [fails('waited 97 s')] }, 0)
  await page.reload()
  await settle(page)
  await expect(page.getByRole('heading', { name: 'waited 41 s' })).toBeVisible()
  await expect(page.locator('.newest-error')).toContainText('waited 97 s')
  await expect(page.getByText(words)).toBeVisible()
})
