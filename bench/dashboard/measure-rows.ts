import { watchRows, whenIdle } from './in-page.js'
import { type Cookie, type OpenView, withView } from './open-view.ts'

/** Part of the title of each test. */
const ROW_TEXT = 'and answers as documented'
/** Words that occur in fewer and fewer of the tests. */
const TYPED = 'module 17 case 4'
const WHEEL_PX = 400
const WHEELS = 60

/** The cost of the list of all results in one browser. */
export interface Rows {
  /** From the start of the navigation to the first rows. */
  firstMs: number
  firstCpuMs: number
  /** Over the network, only JSON. */
  bytes: number
  /** Processor time of the page: the mean per key, and per frame while scrolling. */
  keyCpuMs: number
  frameCpuMs: number
  /** Frames while scrolling, and those in which a place in the list had no row. */
  frames: number
  blank: number
}

/**
 * Opens the list of all results of an execution repeatedly; scrolls and filters it. The first round
 * warms up.
 */
export async function measureRows(
  executable: string,
  { url, cookie }: { url: string; cookie: Cookie },
  rounds: number,
): Promise<Rows[]> {
  const view = { url: `${url}?status=all`, cookie, clicks: [], text: ROW_TEXT }
  const measured: Rows[] = []
  for (let round = 0; round <= rounds; round++)
    measured.push(
      await withView(executable, view, async (open) => {
        const { ms, cpuMs, dataBytes } = open.cost
        await open.page.evaluate(whenIdle)
        const scrolled = await scroll(open)
        const keyCpuMs = await type(open)
        return { firstMs: ms, firstCpuMs: cpuMs, bytes: dataBytes, keyCpuMs, ...scrolled }
      }),
    )
  return measured.slice(1)
}

async function scroll({ page, cpuMs }: OpenView): Promise<Pick<Rows, 'frames' | 'blank' | 'frameCpuMs'>> {
  // Past the head of the page, so that rows fill the window.
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 2_000)
  await page.evaluate(whenIdle)
  const begun = await cpuMs()
  await page.evaluate(watchRows)
  for (let i = 0; i < WHEELS; i++) await page.mouse.wheel(0, WHEEL_PX)
  await page.evaluate(whenIdle)
  const { frames, blank } = await page.evaluate<Pick<Rows, 'frames' | 'blank'>>('endWatch()')
  const usedMs = (await cpuMs()) - begun
  await page.evaluate('scrollTo(0, 0)')
  return { frames, blank, frameCpuMs: usedMs / frames }
}

async function type({ page, cpuMs }: OpenView): Promise<number> {
  await page.getByRole('searchbox', { name: 'Filter' }).focus()
  await page.evaluate(whenIdle)
  const begun = await cpuMs()
  for (const key of TYPED) {
    await page.keyboard.type(key)
    await page.evaluate(whenIdle)
  }
  return ((await cpuMs()) - begun) / TYPED.length
}
