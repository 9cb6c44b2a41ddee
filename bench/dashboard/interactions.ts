import type { Locator, Page } from 'playwright-core'

/** What a reader does to one page, in this order. */
interface Scene {
  address: string
  /** Until the page can be used. */
  start?: (page: Page) => Promise<void>
  /** One key or click each, by its kind. */
  acts: [kind: string, act: (page: Page) => Promise<void>, times?: number][]
}

const EMPTY = 'data:text/html,<input autofocus><button>Press</button>'
const WORDS = 'module 17'
const FAST = { delay: 80 }

/** Pages of 20,000 tests, and an empty one for comparison. */
export function scenesOf(execution: string): Scene[] {
  const tests = `${new URL(execution).origin}/o/default/shop/tests`
  const all = `${execution}?status=all`
  return [
    {
      address: EMPTY,
      acts: [
        ['empty page: press a key', key('a'), 10],
        ['empty page: click', click((page) => page.getByRole('button')), 10],
      ],
    },
    {
      address: all,
      start: (page) => page.getByRole('list', { name: 'Results' }).getByRole('link').first().waitFor(),
      acts: [
        ['all results: focus the filter', key('/')],
        ...typed('all results: type into the filter'),
        ['all results: clear the filter', key('Escape')],
        ['all results: focus the filter', key('/')],
        ['all results: type 12 keys a second, the slowest', (page) => page.keyboard.type(WORDS, FAST)],
        ['all results: clear the filter', key('Escape')],
        ['all results: select a row', click(resultAt(2))],
        ['all results: next row by key', key('j'), 5],
        ['all results: another status', click(status('failed'))],
        ['all results: another status', click(status('passed'))],
        ['all results: another status', click(status('all'))],
        ['open the palette', key('Control+k')],
        ...typed('type into the palette'),
        ['palette: next option', key('ArrowDown'), 3],
        ['palette: close', key('Escape')],
        ['open the menu', click((page) => page.getByRole('button', { name: /theme, keys/ }))],
        ['change the theme', click((page) => page.getByRole('button', { name: 'Dark', exact: true }))],
        ['open the menu', click((page) => page.getByRole('button', { name: /theme, keys/ }))],
        ['change the theme', click((page) => page.getByRole('button', { name: 'Light', exact: true }))],
      ],
    },
    {
      address: execution,
      start: (page) => page.locator('.failure').first().waitFor(),
      acts: [
        ['failures: select another', click((page) => page.locator('.failure').nth(3))],
        ['failures: expand the raw error', click((page) => page.getByText('Raw error').first())],
        ['failures: next by key', key('j'), 5],
      ],
    },
    {
      address: tests,
      start: (page) => page.getByRole('table', { name: 'Tests' }).waitFor(),
      acts: [
        ['tests: next page', click((page) => page.getByRole('button', { name: 'More tests' })), 4],
        ['tests: sort', click(sort('Duration')), 3],
        ['tests: sort', click(sort('Test')), 3],
        ['tests: focus the filter', key('/')],
        ...typed('tests: type into the filter'),
        ['tests: clear the filter', key('Escape')],
      ],
    },
    {
      address: `${execution}?view=time`,
      start: async (page) => page.getByRole('application').first().focus(),
      acts: [
        ['time line: next attempt by key', key('ArrowRight'), 5],
        ['time line: last attempt', key('End')],
        ['time line: zoom', click((page) => page.getByRole('link', { name: 'Zoom in' })), 2],
      ],
    },
  ]
}

const key = (name: string) => (page: Page) => page.keyboard.press(name)
const click = (of: (page: Page) => Locator) => (page: Page) => of(page).click()
const typed = (kind: string): Scene['acts'] =>
  [...WORDS].map((letter) => [kind, key(letter === ' ' ? 'Space' : letter)])
const sort = (title: string) => (page: Page) =>
  page.getByRole('columnheader', { name: title }).getByRole('button')
const resultAt = (place: number) => (page: Page) =>
  page.getByRole('list', { name: 'Results' }).getByRole('link').nth(place)
const status = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Results by status' }).getByRole('link', { name })
