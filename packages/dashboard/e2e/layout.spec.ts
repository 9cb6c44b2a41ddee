import type { Page } from '@playwright/test'
import { expect, settle, test } from './test.ts'
import { DOOR_VIEWS, viewsOf } from './views.ts'

/** Of a small phone, a phone, a tablet, half of a screen, a notebook and a screen. */
const WIDTHS = [375, 390, 768, 1050, 1280, 1440]
/** In parts, so that no test takes minutes on a busy machine. */
const PARTS = 4
const HEIGHT = 900

for (let part = 0; part < PARTS; part++)
  test(`every view fits every width, part ${part + 1} of ${PARTS}`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 40[04]/)
    for (const [n, [name, address]] of Object.entries(viewsOf(world)).entries())
      if (n % PARTS === part) await check(page, name, address)
  })

test('every view of a visitor fits every width', async ({ visitor, expectedErrors }) => {
  expectedErrors.push(/status of 40[14]/)
  for (const [name, address] of Object.entries(DOOR_VIEWS)) {
    await visitor.goto('about:blank')
    await check(visitor, name, address)
  }
})

async function check(page: Page, name: string, address: string): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0] as number, height: HEIGHT })
  await page.goto(address)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await settle(page)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect.soft(await page.evaluate(faults), `${name}, ${width} px`).toEqual([])
  }
}

/** What a reader sees as broken: a page that scrolls sideways, texts cut to nothing, and parts that lie on others. */
function faults(): string[] {
  const found: string[] = []
  const root = document.documentElement
  const wider = root.scrollWidth - root.clientWidth
  if (wider > 0) found.push(`scrolls sideways by ${wider} px`)
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').slice(0, 30)}”`
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest('.sr, .skip, [popover]:not(:popover-open)') === null
  const isDrawn = (element: Element) => {
    const { clipPath, position } = getComputedStyle(element)
    return isSeen(element) && !['absolute', 'fixed', 'sticky'].includes(position) && clipPath === 'none'
  }
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
  for (const element of document.body.querySelectorAll('*'))
    if (hasOwnText(element) && isDrawn(element) && element.closest('svg') === null) {
      const { width } = element.getBoundingClientRect()
      if (width < 16 && element.scrollWidth > width + 1) found.push(`cut to nothing: ${nameOf(element)}`)
    }
  for (const control of document.querySelectorAll('main .field'))
    if (isDrawn(control) && control.getBoundingClientRect().right > root.clientWidth - 4)
      found.push(`touches the edge: ${nameOf(control)}`)
  for (const element of document.querySelectorAll('main :is(p, h1, h2, h3, dt, dd)'))
    if (hasOwnText(element) && isDrawn(element) && element.closest('dialog') === null) {
      const range = document.createRange()
      range.selectNodeContents(element)
      if (range.getBoundingClientRect().left < 4) found.push(`touches the edge: ${nameOf(element)}`)
    }
  // A choice that only scrolling shows is one that nobody looks for.
  for (const choice of document.querySelectorAll('main nav :is(a, button)')) {
    const nav = choice.closest('nav') as Element
    const { left, right } = nav.getBoundingClientRect()
    const box = choice.getBoundingClientRect()
    if (isDrawn(choice) && (box.right > right + 1 || box.left < left - 1))
      found.push(`out of its list: ${nameOf(choice)}`)
  }
  for (const element of document.querySelectorAll('main .failure .which > *'))
    if (isDrawn(element) && element.getBoundingClientRect().right > root.clientWidth)
      found.push(`cut off: ${nameOf(element)}`)
  const ticks = [...document.querySelectorAll('.x-tick')].filter(isSeen)
  for (const [i, tick] of ticks.entries()) {
    const next = ticks[i + 1]
    if (
      next?.parentElement === tick.parentElement &&
      next.getBoundingClientRect().left < tick.getBoundingClientRect().right
    )
      found.push(`lies on the next tick: ${nameOf(tick)}`)
  }
  /** Its box with whatever overflows it. */
  const boxOf = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const isOpen = getComputedStyle(element).overflowX === 'visible' && !element.querySelector('.sr')
    return { left, top, bottom, right: isOpen ? Math.max(right, left + element.scrollWidth) : right }
  }
  for (const parent of document.body.querySelectorAll('*')) {
    if (!/flex|grid/.test(getComputedStyle(parent).display) || !isSeen(parent) || parent.closest('svg'))
      continue
    const boxes = [...parent.children].filter(isDrawn).map((element) => ({ element, ...boxOf(element) }))
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (across > 1 && down > 1) found.push(`${nameOf(a.element)} lies on ${nameOf(b.element)}`)
      }
  }
  // Nothing of the bar takes two lines, and no short word outside code does.
  for (const item of document.querySelectorAll('.bar :is(a, button), main')) {
    if (!isSeen(item) || item.closest('[popover]') !== null) continue
    const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (item.tagName === 'MAIN' && !/^[^\s/-]{1,12}$/.test(text.nodeValue ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const own = text.parentElement
      if (
        own &&
        isDrawn(own) &&
        !own.closest('pre, .lines') &&
        new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      )
        found.push(`wraps: ${nameOf(item.tagName === 'MAIN' ? own : item)}`)
    }
  }
  return [...new Set(found)]
}
