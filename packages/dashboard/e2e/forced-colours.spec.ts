import type { Locator } from '@playwright/test'
import { expect, settle, test } from './test.ts'
import { viewsOf } from './views.ts'

/** In forced colours a browser removes the backgrounds of a page: what they say must stay. */
const DRAWN: Record<string, string[]> = {
  'execution-broken': [
    '.share i.failed',
    '.share i.passed',
    '.marks.large .mark.passed',
    '.marks.large .mark.failed',
  ],
  overview: ['.panel-head .box.failed', '.panel-head .box.passed'],
  flaky: ['.marks .mark.flaky', '.marks .mark.passed'],
  trends: ['.plot rect.failed', '.plot rect.passed', '.panel-head .stroke.first'],
  test: ['.plot .dot.flaky', '.plot .dot.passed'],
}

const SELECTED: Record<string, string> = {
  'execution-broken': '.failure[aria-current]',
  'flaky-open': '.flaky-row[aria-current]',
  proposals: '.proposals .line[aria-current]',
  'knowledge-document': '.twig[aria-current]',
}

test('in forced colours, marks, bars and legends are seen', async ({ page, world }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [name, selectors] of Object.entries(DRAWN)) {
    await page.goto(viewsOf(world)[name] ?? '')
    await settle(page)
    for (const selector of selectors) {
      const drawn = page.locator(`main ${selector}`).filter({ visible: true }).first()
      await drawn.scrollIntoViewIfNeeded()
      expect.soft(await coloursOf(drawn), `${selector} of ${name}`).toBeGreaterThan(1)
    }
  }
})

test('in forced colours, failed and passed are drawn differently', async ({ page, world }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  const looks = await page
    .locator('.share i.failed, .share i.passed')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
  expect(new Set(looks).size).toBe(2)
})

test('in forced colours, the selected row has an outline', async ({ page, world }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [name, selector] of Object.entries(SELECTED)) {
    await page.goto(viewsOf(world)[name] ?? '')
    await settle(page)
    const selected = page.locator(selector).first()
    await expect(selected).toBeVisible()
    const outline = await selected.evaluate((each) => getComputedStyle(each).outlineStyle)
    expect.soft(outline, `${selector} of ${name}`).toBe('solid')
  }
})

/** The number of colours in and around an element: one if it is not seen. */
async function coloursOf(drawn: Locator): Promise<number> {
  const page = drawn.page()
  const box = await drawn.boundingBox()
  if (!box) return 0
  const clip = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6 }
  const png = [...(await page.screenshot({ clip }))]
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const pixels = drawing?.getImageData(0, 0, image.width, image.height).data ?? []
    const colours = new Set<string>()
    for (let i = 0; i < pixels.length; i += 4) colours.add(`${pixels[i]} ${pixels[i + 1]} ${pixels[i + 2]}`)
    return colours.size
  }, png)
}
