import type { Page } from 'playwright-core'
import { quantile, sampleOf } from '../measure.ts'
import { figure, table, type Verdict } from '../report.ts'
import { watchInteractions, whenIdle } from './in-page.js'
import { scenesOf } from './interactions.ts'
import { type View, withView } from './open-view.ts'

const INP_MS = 100
/** How many times slower the processor is. */
const SLOWER = 4
/** Until an answer of the server is drawn, and the browser has reported how long the frame took. */
const REST_MS = 200

/** For each kind of interaction, each one's time from the input to the next frame, milliseconds. */
type Took = Map<string, number[]>

/**
 * How long a page of 20,000 tests takes to answer real input (Event Timing) on a slower processor, and how long an
 * empty page takes in the same browser. The browser rounds to 8 ms, and reports nothing below 16 ms, counted as 0.
 */
export async function measureInteractions(executable: string, view: View, rounds: number): Promise<Verdict> {
  const took: Took = new Map()
  for (let round = 0; round <= rounds; round++)
    await withView(executable, view, async ({ page }) => {
      await page.addInitScript({ content: `(${watchInteractions})()` })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      // The first round warms up.
      await interact(page, view.url, round === 0 ? new Map() : took)
    })
  return show(took)
}

async function interact(page: Page, execution: string, took: Took): Promise<void> {
  for (const { address, start, acts } of scenesOf(execution)) {
    await page.goto(address)
    await start?.(page)
    await rest(page)
    await page.evaluate('takeInteraction()')
    for (const [kind, act, times = 1] of acts)
      for (let i = 0; i < times; i++) {
        await act(page)
        await rest(page)
        took.set(kind, [...(took.get(kind) ?? []), await page.evaluate<number>('takeInteraction()')])
      }
  }
}

async function rest(page: Page): Promise<void> {
  await page.evaluate(whenIdle)
  await page.waitForTimeout(REST_MS)
  await page.evaluate(whenIdle)
}

function show(took: Took): Verdict {
  const rows = [...took].map(([kind, times]) => {
    const { median, max } = sampleOf(times)
    const p98 = quantile(
      times.toSorted((a, b) => a - b),
      0.98,
    )
    return { kind, times, median, max, p98 }
  })
  table(
    [
      `20,000 tests, processor ${SLOWER}× slower: input until the next frame`,
      'p98',
      'worst',
      'median',
      'times',
    ],
    rows.map(({ kind, p98, max, median, times }) => [
      kind,
      figure(p98, 'ms'),
      figure(max, 'ms'),
      figure(median, 'ms'),
      String(times.length),
    ]),
  )
  const [floors, ours] = [true, false].map((isFloor) =>
    rows.filter(({ kind }) => kind.startsWith('empty page') === isFloor).sort((a, b) => b.p98 - a.p98),
  )
  const [worst, floor] = [ours?.[0], floors?.[0]]
  return {
    area: `Dashboard, 20,000 tests, slowest kind of interaction (INP), processor ${SLOWER}× slower`,
    goal: `p98 ≤ ${INP_MS} ms on two quiet cores`,
    measured: `${figure(worst?.p98 ?? Number.NaN, 'ms')} to ${worst?.kind}; an empty page ${figure(floor?.p98 ?? Number.NaN, 'ms')}`,
    isMet: (worst?.p98 ?? Number.POSITIVE_INFINITY) <= INP_MS,
  }
}
