import type { Locator, Page } from 'playwright-core'
import { whenIdle } from './in-page.js'

/** What a reader does to one page, in this order. */
interface Scene {
  name: string
  address: string
  /** Until the page can be used. */
  start?: (page: Page) => Promise<void>
  /** One key or click each, by its kind. */
  acts: [kind: string, act: (page: Page) => Promise<void>, times?: number][]
}

export const EMPTY_KIND = 'empty page'
const EMPTY = 'data:text/html,<input autofocus><button>Press</button>'
const WORDS = 'feature 17'
const FAST = { delay: 80 }

/** Pages of 20,000 tests, and an empty one for comparison. */
export function scenesOf(execution: string): Scene[] {
  const tests = `${new URL(execution).origin}/o/default/shop/tests`
  const all = `${execution}?status=all`
  return [
    {
      name: EMPTY_KIND,
      address: EMPTY,
      acts: [
        ['press a key', key('a'), 10],
        ['click', click((page) => page.getByRole('button')), 10],
      ],
    },
    {
      name: 'all results',
      address: all,
      start: (page) => page.getByRole('list', { name: 'Results' }).getByRole('link').first().waitFor(),
      acts: [
        ['focus the filter', key('/')],
        ...typed('type into the filter'),
        ['clear the filter', key('Escape')],
        ['focus the filter', key('/')],
        ['type 12 keys a second, the slowest', (page) => page.keyboard.type(WORDS, FAST)],
        ['clear the filter', key('Escape')],
        ['select a row', click(resultAt(2))],
        ['next row by key', key('j'), 5],
        ['another status', click(status('failed'))],
        ['another status', click(status('passed'))],
        ['another status', click(status('all'))],
        ['open the palette', key('Control+k')],
        ...typed('type into the palette'),
        ['palette: next option', key('ArrowDown'), 3],
        ['close the palette', key('Escape')],
        ['open the menu', click((page) => page.getByRole('button', { name: /theme, keys/ }))],
        ['change the theme', click((page) => page.getByRole('button', { name: 'Dark', exact: true }))],
        ['open the menu', click((page) => page.getByRole('button', { name: /theme, keys/ }))],
        ['change the theme', click((page) => page.getByRole('button', { name: 'Light', exact: true }))],
      ],
    },
    {
      name: 'failures',
      address: execution,
      start: (page) => page.locator('.failure').first().waitFor(),
      acts: [
        ['select another', click((page) => page.locator('.failure').nth(3))],
        ['expand the raw error', click((page) => page.getByText('Raw error').first())],
        ['next by key', key('j'), 5],
      ],
    },
    {
      name: 'tests',
      address: tests,
      start: (page) => page.getByRole('table', { name: 'Tests' }).waitFor(),
      acts: [
        ['next page', click((page) => page.getByRole('button', { name: 'More tests' })), 4],
        ['sort', click(sort('Duration')), 3],
        ['sort', click(sort('Test')), 3],
        ['focus the filter', key('/')],
        ...typed('type into the filter'),
        ['clear the filter', key('Escape')],
        ['focus the filter', key('/')],
        ['type what no test has', (page) => page.keyboard.type('nothing', FAST)],
        ['clear the filter of an empty list', key('Escape')],
      ],
    },
    {
      name: 'time line',
      address: `${execution}?view=time`,
      start: async (page) => page.getByRole('application').first().focus(),
      acts: [
        ['next attempt by key', key('ArrowRight'), 5],
        ['last attempt', key('End')],
        ['zoom', click((page) => page.getByRole('link', { name: 'Zoom in' })), 2],
      ],
    },
  ]
}

const key = (name: string) => (page: Page) => page.keyboard.press(name)
/** Found and scrolled to before: what Playwright checks at a click of its own would run in the page and be measured. */
const click = (of: (page: Page) => Locator) => async (page: Page) => {
  await of(page).scrollIntoViewIfNeeded()
  const box = await of(page).boundingBox()
  if (!box) throw new Error('What is to be pressed is not drawn.')
  await page.evaluate(whenIdle)
  await page.evaluate('takeLongest()')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const typed = (kind: string): Scene['acts'] =>
  [...WORDS].map((letter) => [kind, key(letter === ' ' ? 'Space' : letter)])
const sort = (title: string) => (page: Page) =>
  page.getByRole('columnheader', { name: title }).getByRole('button')
const resultAt = (place: number) => (page: Page) =>
  page.getByRole('list', { name: 'Results' }).getByRole('link').nth(place)
const status = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Results by status' }).getByRole('link', { name })
