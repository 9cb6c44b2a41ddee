import { join } from 'node:path'
import { findChromium } from '@svc/test-kit/ensure-chromium'
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { type Browser, chromium } from 'playwright-core'
import { buildIfStale } from '../../packages/dashboard/build/build.ts'
import { upload } from '../../packages/dashboard/e2e/send.ts'
import { passed } from '../../server/src/testing/upload.ts'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { watchTasks } from './in-page.js'
import { ARGS, anonymousMib, type Cookie, renderers } from './open-view.ts'
import { signIn } from './serve-ours.ts'

const FIRST_TEXT_MS = 1_000
const LONGEST_TASK_MS = 100
const GIVE_UP_MS = 90_000
/** After the first text: what the page does then counts, too. */
const WATCH_MS = 4_000

interface Opened {
  /** Until text of the document is drawn; null: not within the limit. */
  firstMs: number | null
  /** The longest task of the page's thread, also while the page scrolls to its end; null: it never answered. */
  longestMs: number | null
  privateMib: number
}

/** Documents that no person writes, in the dashboard: the time to their first text, and the longest task. */
export async function benchTexts(): Promise<Verdict[]> {
  heading('Dashboard, documents that no person writes')
  const executable = await findChromium({ path: process.env.PATH ?? '', isRoot: false, say })
  if (!executable) {
    say('Not measured: no Chromium is on the PATH.')
    return []
  }
  await buildIfStale(join(import.meta.dirname, '../../packages/dashboard/dist'))
  const server = await startServer({ env: { ...NO_LIMITS, SVC_DASHBOARD: '1', SVC_RATE_SIGN_IN: '0' } })
  try {
    const cookie = await signIn(server.url, server.welcomeUrl)
    await upload({ ...server, now: Date.now() }, { project: 'texts', results: [passed('a test')] }, true)
    const rows: [string, Opened | string][] = []
    for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
      const address = await put(server, name, text)
      rows.push([
        name,
        address.startsWith('/') ? await open(executable, server.url, address, cookie) : address,
      ])
    }
    return show(rows)
  } finally {
    await server.stop()
  }
}

/** The address of its page; the server's refusal if it takes no such document. */
async function put(server: RealServer, name: string, content: string): Promise<string> {
  const path = `${name.replace(/\W+/g, '-')}.md`
  const answer = await ask(server, 'PUT', '/api/documents', { project: 'texts', path, content })
  if (answer.ok) return `/o/default/knowledge/texts/${path}`
  return ((await answer.json()) as { error: { message: string } }).error.message
}

const ask = (server: RealServer, method: string, path: string, body: object): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function open(executablePath: string, url: string, address: string, cookie: Cookie): Promise<Opened> {
  const browser = await chromium.launch({ executablePath, args: ARGS })
  try {
    return await watch(browser, url + address, cookie)
  } finally {
    await browser.close()
  }
}

async function watch(browser: Browser, address: string, cookie: Cookie): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addCookies([cookie])
  const page = await context.newPage()
  page.setDefaultTimeout(GIVE_UP_MS)
  await page.addInitScript({ content: `(${watchTasks})()` })
  const pids = await renderers(browser)
  await page.goto(address, { waitUntil: 'commit' })
  try {
    const seen = page.waitForFunction(
      () => (globalThis as unknown as { firstText: number }).firstText,
      null,
      {
        polling: 50,
      },
    )
    const firstMs = await (await seen).jsonValue()
    await page.waitForTimeout(WATCH_MS / 2)
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)')
    await page.waitForTimeout(WATCH_MS / 2)
    const longestMs = await page.evaluate(
      () => (globalThis as unknown as { longestTask: number }).longestTask,
    )
    return { firstMs, longestMs, privateMib: Math.max(...(await pids()).map(anonymousMib)) }
  } catch {
    return { firstMs: null, longestMs: null, privateMib: Math.max(...(await pids()).map(anonymousMib)) }
  }
}

function show(rows: [string, Opened | string][]): Verdict[] {
  const ms = (value: number | null) => (value === null ? `> ${GIVE_UP_MS / 1_000} s` : figure(value, 'ms'))
  table(
    ['document', 'first text', 'longest task', 'memory of the page'],
    rows.map(([name, opened]) =>
      typeof opened === 'string'
        ? [name, `refused: ${opened}`, '', '']
        : [name, ms(opened.firstMs), ms(opened.longestMs), figure(opened.privateMib, 'MiB')],
    ),
  )
  const opened = rows.flatMap(([, each]) => (typeof each === 'string' ? [] : [each]))
  const most = (pick: (each: Opened) => number | null) =>
    Math.max(...opened.map((each) => pick(each) ?? Number.POSITIVE_INFINITY))
  const [first, longest] = [most(({ firstMs }) => firstMs), most(({ longestMs }) => longestMs)]
  return [
    {
      area: 'Dashboard, hostile documents, first text',
      goal: `≤ ${FIRST_TEXT_MS / 1_000} s on two quiet cores`,
      measured: ms(Number.isFinite(first) ? first : null),
      isMet: first <= FIRST_TEXT_MS,
    },
    {
      area: 'Dashboard, hostile documents, longest task of the page',
      goal: `≤ ${LONGEST_TASK_MS} ms on two quiet cores`,
      measured: ms(Number.isFinite(longest) ? longest : null),
      isMet: longest <= LONGEST_TASK_MS,
    },
  ]
}
