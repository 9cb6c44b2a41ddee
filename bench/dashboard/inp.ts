import { findChromium } from '@svc/test-kit/ensure-chromium'
import { type Browser, chromium, type Page } from 'playwright-core'
import { runLines } from '../made-run.ts'
import { quantile, sampleOf } from '../measure.ts'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { watchLongest, whenIdle } from './in-page.js'
import { EMPTY_KIND, scenesOf } from './interactions.ts'
import { ARGS } from './open-view.ts'
import { type OurServer, serveOurs } from './serve-ours.ts'

const ROUNDS = 5
const INP_MS = 100
/** How many times slower the processor is. */
const SLOWER = 4
/** Until an answer of the server is drawn, and the browser has reported how long the frame took. */
const REST_MS = 200
const GIVE_UP_MS = 120_000
const DAY_MS = 86_400_000

/** Milliseconds: from the input to the next frame, and of the longest task until the page was idle again. */
interface Longest {
  inputMs: number
  taskMs: number
}

/** For each kind of interaction, each one's time. */
type Took = Map<string, Longest[]>

/**
 * How long a page of 20,000 tests takes to answer real input (Event Timing) on a slower processor, how long its thread
 * is busy, and the same for an empty page in the same browser. The browser rounds inputs to 8 ms and reports none below
 * 16 ms, and no task below 50 ms; these count as 0.
 */
export async function benchInteractions(): Promise<Verdict[]> {
  heading(`Dashboard, 20,000 tests of one run, processor ${SLOWER}× slower`)
  const executable = await findChromium({ path: process.env.PATH ?? '', isRoot: false, say })
  if (!executable) {
    say('Not measured: no Chromium is on the PATH.')
    return []
  }
  const now = Date.now()
  const ours = await serveOurs(journalOf('base', now - DAY_MS), journalOf('head', now))
  const browser = await chromium.launch({ executablePath: executable, args: ARGS })
  try {
    const took: Took = new Map()
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      await interact(browser, ours, round === 0 ? new Map() : took)
    return [show(took)]
  } finally {
    await browser.close()
    await ours.close()
  }
}

const journalOf = (build: string, startedAt: number): Buffer =>
  Buffer.from(
    runLines({ project: 'shop', build, startedAt })
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )

async function interact(browser: Browser, { url, cookie, execution }: OurServer, took: Took): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addCookies([cookie])
  context.setDefaultTimeout(GIVE_UP_MS)
  const page = await context.newPage()
  await page.addInitScript({ content: `(${watchLongest})()` })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const keep = async (kind: string) => {
    await rest(page)
    took.set(kind, [...(took.get(kind) ?? []), await page.evaluate<Longest>('takeLongest()')])
  }
  for (const { name, address, start, acts } of scenesOf(`${url}/executions/${execution}`)) {
    await page.goto(address)
    await start?.(page)
    await keep(`${name}: load`)
    for (const [kind, act, times = 1] of acts)
      for (let i = 0; i < times; i++) {
        await act(page)
        await keep(`${name}: ${kind}`)
      }
  }
  await context.close()
}

async function rest(page: Page): Promise<void> {
  await page.evaluate(whenIdle)
  await page.waitForTimeout(REST_MS)
  await page.evaluate(whenIdle)
}

function show(took: Took): Verdict {
  const rows = [...took].map(([kind, times]) => {
    const inputs = times.map(({ inputMs }) => inputMs).sort((a, b) => a - b)
    const tasks = sampleOf(times.map(({ taskMs }) => taskMs))
    return { kind, times, input: sampleOf(inputs), p98: quantile(inputs, 0.98), tasks }
  })
  table(
    ['input until the next frame', 'p98', 'worst', 'median', 'longest task, median', 'worst', 'times'],
    rows.map(({ kind, p98, input, tasks, times }) => [
      kind,
      figure(p98, 'ms'),
      figure(input.max, 'ms'),
      figure(input.median, 'ms'),
      figure(tasks.median, 'ms'),
      figure(tasks.max, 'ms'),
      String(times.length),
    ]),
  )
  const [floors, ours] = [true, false].map((isFloor) =>
    rows.filter(({ kind }) => kind.startsWith(EMPTY_KIND) === isFloor).sort((a, b) => b.p98 - a.p98),
  )
  const [worst, floor] = [ours?.[0], floors?.[0]]
  return {
    area: `Dashboard, 20,000 tests, slowest kind of interaction (INP), processor ${SLOWER}× slower`,
    goal: `p98 ≤ ${INP_MS} ms on two quiet cores`,
    measured: `${figure(worst?.p98 ?? Number.NaN, 'ms')} to ${worst?.kind}; an empty page ${figure(floor?.p98 ?? Number.NaN, 'ms')}`,
    isMet: (worst?.p98 ?? Number.POSITIVE_INFINITY) <= INP_MS,
  }
}
