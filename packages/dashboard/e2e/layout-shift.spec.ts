import type { Page } from '@playwright/test'
import { expect, settle, test } from './test.ts'
import { viewsOf } from './views.ts'
import type { World } from './world.ts'

/** In parts, so that no test takes minutes on a busy machine. */
const PARTS = 4
/** Of Chromium's score of a page: a line of text that moves by its height is ten times this. */
const MOST = 0.001

/** Views whose content has a size that nobody knows before it is read: images, and texts that a worker reads. */
const OPEN = ['execution-images', 'execution-beside', 'proposals', 'proposals-none']

/** 20,000 results, whose first rows are drawn before the rest is read, and a table that is drawn in parts. */
const largeOf = ({ seeded }: World) => ({
  'all-large': `/executions/${seeded.large}?status=all`,
  'tests-large': '/o/default/large/tests',
})

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

for (let part = 0; part < PARTS; part++)
  test(`nothing moves while a page loads, part ${part + 1} of ${PARTS}`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 40[04]/)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.addInitScript(watchShifts)
    for (const [n, [name, address]] of Object.entries({ ...viewsOf(world), ...largeOf(world) }).entries()) {
      if (n % PARTS !== part || OPEN.includes(name)) continue
      await page.goto(address)
      await settle(page)
      expect.soft(await shiftsOf(page), `${name}, ${address}`).toEqual([])
    }
  })

function watchShifts(): void {
  const all: { value: number; of: string }[] = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const names = sources.map(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement
        return element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` : 'gone'
      })
      all.push({ value, of: names.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(globalThis, { shifts: all })
}

async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return (globalThis as unknown as { shifts: { value: number; of: string }[] }).shifts
  })
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  return sum < MOST ? [] : shifts.map(({ value, of }) => `${value.toFixed(4)} ${of}`)
}
