import type { Locator } from '@playwright/test'
import { expect, settle, test } from './test.ts'
import { viewsOf } from './views.ts'

/** Lists of results, failures and tests, each with one test on two legs, in two variants. */
const LISTS: Record<string, string> = {
  'long-execution': '.failure',
  'long-all': '.result',
  'long-compare': '.entry',
  'long-pull': '.failure',
  'long-tests': 'tbody tr',
}

test('a test on two legs or in two variants looks like two, at every width', async ({ page, world }) => {
  for (const [name, rows] of Object.entries(LISTS))
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(viewsOf(world)[name] ?? '')
      await settle(page)
      await expect(page.locator(rows).first()).toBeVisible()
      const shown = await seenIn(page.locator(rows))
      expect(shown.length, `${name}, ${width} px`).toBeGreaterThan(1)
      expect.soft(alike(shown), `${name}, ${width} px`).toEqual([])
    }
})

test('the palette tells the variants of a test apart', async ({ page, world }) => {
  await page.goto(viewsOf(world)['long-tests'] ?? '')
  await settle(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('pays in parts')
  const options = page.getByRole('group', { name: 'Tests' }).getByRole('option')
  await expect(options).toHaveCount(2)
  expect(alike(await seenIn(options))).toEqual([])
})

const seenIn = async (rows: Locator): Promise<string[]> =>
  Promise.all((await rows.all()).map((row) => row.evaluate(readerSees)))

const alike = (texts: string[]): string[] => texts.filter((text, i) => texts.indexOf(text) !== i)

/** The letters of an element that nothing cuts, without what changes by itself, such as times. */
function readerSees(row: Element): string {
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  let seen = ''
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility() || parent.closest('.sr, .marks, time, .words')) continue
    const cutters: DOMRect[] = []
    for (let at: Element | null = parent; at !== null && at !== row.parentElement; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') cutters.push(at.getBoundingClientRect())
    for (const [i, letter] of [...(text.nodeValue ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(text, i)
      range.setEnd(text, i + 1)
      const { left, right } = range.getBoundingClientRect()
      if (right > left && cutters.every((box) => left >= box.left - 1 && right <= box.right + 1))
        seen += letter
    }
  }
  return seen
}
