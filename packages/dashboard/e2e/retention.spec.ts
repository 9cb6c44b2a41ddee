import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { openStore } from '../../../server/src/ground/store/open.ts'
import { failed, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { applyRetention } from '../../../server/src/upkeep/retention/apply-retention.ts'
import { paced } from '../../../server/src/upkeep/retention/pace.ts'
import { DEFAULT_RETENTION } from '../../../server/src/upkeep/retention/periods.ts'
import { cookieOf } from './cookie-of.ts'
import { attach, upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import { WORLD } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const SHOWN = 'checkout > pays by card'
/** Results of this branch are never removed before those of others. */
const base: MadeRun = {
  code: { branch: 'main', repository: 'acme/shop' },
  build: 'main',
  startedAt: Date.now() - HOUR_MS,
  results: [passed(SHOWN)],
}

const red = (build: string): MadeRun => ({
  build,
  startedAt: Date.now(),
  code: { branch: build, baseBranch: 'main', repository: 'acme/shop', pullRequest: build === 'old' ? 1 : 2 },
  results: [
    {
      ...failed(SHOWN),
      attempts: [
        {
          status: 'failed',
          durationMs: 10,
          detail: {
            errors: [{ message: 'The card was refused' }],
            steps: [{ title: 'Open the shop', durationMs: 5 }],
            attachments: [
              { name: 'trace', contentType: 'application/zip' },
              { name: 'trace of the second page', contentType: 'application/zip' },
              { name: 'screenshot', contentType: 'image/png' },
            ],
          },
        },
      ],
    },
  ],
})

/** A server whose runs are old: of `old`, retention removed the results; of `archived`, only the files. */
interface Aged {
  server: RealServer
  old: string
  archived: string
  /** Of both, and of the run that is new. */
  trace: string
  fresh: string
  freshTraces: string[]
  sign: (context: BrowserContext) => Promise<void>
}

let aged: Aged
let folder = ''

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-aged-'))
  const trace = new Uint8Array(readFileSync(join(dirname(WORLD), 'trace.zip')))
  const files = [trace, trace.slice(0, trace.length - 100), new Uint8Array([1])]
  const env = { ...NO_LIMITS, SVC_DASHBOARD: '1' }
  let server = await startServer({ data: folder, env })
  const { apiKey, welcomeUrl } = server
  const send = async (made: MadeRun, sent: Uint8Array[]) => {
    const to = { ...server, apiKey, now: Date.now() }
    const uploaded = await upload(to, made, true)
    if (sent.length > 0) await attach(to, uploaded, sent)
    return uploaded.execution
  }
  const cookie = await cookieOf(server.url, welcomeUrl)
  await send(base, [])
  const old = await send(red('old'), files)
  await server.stop()
  await age(120, { failingDetailDays: 100 })
  server = await startServer({ data: folder, env, apiKey })
  const archived = await send(red('archived'), files)
  const [id = ''] = await tracesOf(server, archived)
  await server.stop()
  await age(31)
  server = await startServer({ data: folder, env, apiKey })
  const fresh = await send(red('fresh'), files)
  // The server has another port than before, which ends the cookie's name.
  const name = cookie.name.replace(/\d+$/, new URL(server.url).port)
  aged = {
    server,
    old,
    archived,
    trace: id,
    fresh,
    freshTraces: await tracesOf(server, fresh),
    sign: (context) => context.addCookies([{ ...cookie, name, url: server.url, httpOnly: true }]),
  }
})

test.afterAll(async () => {
  await aged?.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the server would have done after these days; it is down meanwhile. */
async function age(days: number, periods = {}): Promise<void> {
  const store = await openStore({ folder })
  const pace = paced(store, { timer: () => 0, rest: async () => undefined, isStopping: () => false })
  await applyRetention(pace, {
    defaults: { ...DEFAULT_RETENTION, ...periods },
    now: Date.now() + days * DAY_MS,
    onFailure: (_, error) => {
      throw error
    },
  })
  await store.close()
}

async function tracesOf(server: RealServer, execution: string): Promise<string[]> {
  const { results } = await server.get<{
    results: { attempts: { attachments?: { id: string; contentType: string }[] }[] }[]
  }>(`/api/executions/${execution}?status=failed`)
  return results.flatMap(({ attempts }) =>
    attempts.flatMap(({ attachments = [] }) =>
      attachments.filter(({ contentType }) => contentType === 'application/zip').map(({ id }) => id),
    ),
  )
}

async function open(page: Page, path: string): Promise<void> {
  await aged.sign(page.context())
  await page.goto(`${aged.server.url}${path}`)
  await settle(page)
}

test('the rate of a test says how many of its runs are no longer in the list', async ({ page }) => {
  const [found] = await aged.server.get<{ testId: string }[]>('/api/tests?project=shop')
  await open(page, `/o/default/shop/tests/${found?.testId}`)
  await expect(
    page.getByText('Retention removed the results of 1 run: still in the rate, but not in the list.'),
  ).toBeVisible()
})

test('an archived run reads as before; its files say why they are gone', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await open(page, `/executions/${aged.archived}`)
  await expect(page.getByText('The card was refused').first()).toBeVisible()
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByText('Its retention period of 30 days has passed.')).toHaveCount(3)
  await expect(files.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open trace' })).toHaveCount(0)
  await open(page, `/executions/${aged.archived}/traces/${aged.trace}`)
  await expect(page.getByRole('heading', { name: 'This trace is gone' })).toBeVisible()
  await expect(page.getByText('Its retention period of 30 days has passed.')).toBeVisible()
  await expect(page.getByText('The error and the steps of the test stay in the run.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the trace' })).toHaveCount(0)
  await open(page, `/compare?head=${aged.archived}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('broke 1 of 1 test')
})

test('a run without results says so in every view, and offers nothing that cannot work', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await open(page, `/executions/${aged.old}`)
  await expect(
    page.getByText(/^Retention removed the results of this run on .* Its counts stay\.$/),
  ).toBeVisible()
  await expect(page.getByText('there is nothing to compare')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '1 failure can no longer be listed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy for an agent' })).toHaveCount(0)
  await open(page, `/executions/${aged.old}?status=all`)
  await expect(page.getByRole('heading', { name: 'The results of this run are gone' })).toBeVisible()
  await open(page, `/executions/${aged.old}?view=time`)
  await expect(page.getByRole('heading', { name: 'This run no longer has a time line' })).toBeVisible()
  await open(page, '/o/default/pulls/1?repo=acme/shop')
  await expect(page.getByText(/^Retention removed its results on .* Its counts stay\.$/)).toBeVisible()
  await expect(page.getByText('no base run')).toHaveCount(0)
  await open(page, `/compare?head=${aged.old}`)
  await expect(page.getByRole('heading', { name: 'These runs cannot be compared' })).toBeVisible()
  await expect(page.getByText(/^Retention removed the results of the head on /)).toBeVisible()
  await page.getByRole('link', { name: 'The run' }).click()
  await expect(page).toHaveURL(new RegExp(`/executions/${aged.old}$`))
})

test('a trace whose end is missing is not handed to the viewer', async ({ page, expectedErrors }) => {
  // The blank frame of Playwright's viewer.
  expectedErrors.push(/Applying inline style/)
  const [whole, cut] = aged.freshTraces
  await open(page, `/executions/${aged.fresh}/traces/${cut}`)
  await expect(page.getByRole('heading', { name: 'This trace is damaged' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the trace' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await open(page, `/executions/${aged.fresh}/traces/${whole}`)
  await expect(page.frameLocator('iframe').getByText('Click').first()).toBeVisible()
})
