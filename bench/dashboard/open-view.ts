import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { cpuMs } from '../cpu.ts'
import { sayWhenDrawn } from './in-page.js'

/** Without them, Chromium sends requests of its own and keeps spare processes. */
export const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=SpareRendererForSitePerProcess',
]
const VIEWPORT = { width: 1280, height: 900 }
const GIVE_UP_MS = 300_000

export interface Cookie {
  name: string
  value: string
  url: string
}

/** A view of a report, and how a person reaches it. */
export interface View {
  url: string
  cookie?: Cookie
  /** Selectors of what a person clicks, one after the other. */
  clicks: string[]
  /** The text that the view must show. */
  text: string
}

/** The cost of a view, from an empty cache until its text was drawn. */
export interface Cost {
  /** From the start of the navigation, clicks included, without the time that a person takes. */
  ms: number
  /** Processor time of the processes that draw pages. */
  cpuMs: number
  /** Over the network, and the JSON of it. */
  bytes: number
  dataBytes: number
  /** Paths of the JSON. */
  reads: string[]
  /** Objects of the page after a garbage collection, and memory that its process does not share. */
  heapMib: number
  privateMib: number
}

export interface OpenView {
  page: Page
  cost: Cost
  /** Processor time of the page's processes since they started, milliseconds. */
  cpuMs(): Promise<number>
}

/** Opens a view in a browser of its own and hands it to `work`. */
export async function withView<T>(
  executablePath: string,
  view: View,
  work: (open: OpenView) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ executablePath, args: ARGS })
  try {
    return await work(await openIn(browser, view))
  } finally {
    await browser.close()
  }
}

async function openIn(browser: Browser, { url, cookie, clicks, text }: View): Promise<OpenView> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  if (cookie) await context.addCookies([cookie])
  context.setDefaultTimeout(GIVE_UP_MS)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const network = await watchNetwork(devtools)
  const pids = await renderers(browser)
  const usedCpuMs = async () => (await pids()).reduce((sum, pid) => sum + cpuMs(pid), 0)
  const seen = Promise.withResolvers<number>()
  await page.exposeBinding('benchSeen', (_, at: number) => seen.resolve(at))
  await page.addInitScript({ content: `(${sayWhenDrawn})(${JSON.stringify(text)})` })
  const idleCpuMs = await usedCpuMs()
  const begun = Date.now()
  await page.goto(url, { waitUntil: 'commit', timeout: GIVE_UP_MS })
  for (const selector of clicks) await page.locator(selector).first().dispatchEvent('click')
  const ms = (await within(seen.promise, url)) - begun
  const viewCpuMs = (await usedCpuMs()) - idleCpuMs
  const bytes = { ...network, reads: [...network.reads] }
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const privateMib = Math.max(...(await pids()).map(anonymousMib))
  const cost = { ms, cpuMs: viewCpuMs, ...bytes, heapMib: usedSize / 2 ** 20, privateMib }
  return { page, cost, cpuMs: usedCpuMs }
}

/** Counts what arrives from now on. */
async function watchNetwork(devtools: CDPSession): Promise<Pick<Cost, 'bytes' | 'dataBytes' | 'reads'>> {
  const counted = { bytes: 0, dataBytes: 0, reads: [] as string[] }
  const json = new Set<string>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.mimeType.includes('json')) return
    json.add(requestId)
    counted.reads.push(new URL(response.url).pathname)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.bytes += encodedDataLength
    if (json.has(requestId)) counted.dataBytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return counted
}

/** Gives the ids of the processes that draw pages. */
export async function renderers(browser: Browser): Promise<() => Promise<number[]>> {
  const devtools = await browser.newBrowserCDPSession()
  return async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }
}

/** Memory of a process that it does not share. */
export const anonymousMib = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

async function within<T>(work: Promise<T>, url: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${url} does not show its text`)), GIVE_UP_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
