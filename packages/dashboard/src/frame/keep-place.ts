/** Below the bar, which covers the top of the window. */
const FIRST_Y = 80
const STEP_Y = 24

interface Anchor {
  element: Element
  /** Its top in the document, pixels. */
  top: number
}

/**
 * Scrolls along with what changes above the reader's place, for browsers without `overflow-anchor`: the first element of
 * the page in the window keeps its place. It watches as long as the page is open.
 */
export function keepPlace(main: HTMLElement): void {
  let anchor: Anchor | null = null
  const choose = () => {
    const element = window.scrollY > 0 ? elementIn(main) : null
    anchor = element && { element, top: topOf(element) }
  }
  const follow = () => {
    if (anchor?.element.isConnected) {
      const moved = topOf(anchor.element) - anchor.top
      if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
    }
    choose()
  }
  // After a change, and before it is drawn.
  const changes = new MutationObserver(follow)
  changes.observe(main, { childList: true, subtree: true, characterData: true })
  window.addEventListener('scroll', choose, { passive: true })
  window.addEventListener('resize', choose)
  choose()
}

const topOf = (element: Element): number => element.getBoundingClientRect().top + window.scrollY

/** The first small element of the page below the bar: a large one also contains what changes. */
function elementIn(main: HTMLElement): Element | null {
  const x = main.getBoundingClientRect().left + main.clientWidth / 3
  for (let y = FIRST_Y; y < window.innerHeight; y += STEP_Y) {
    const [top] = document.elementsFromPoint(x, y)
    if (top && top !== main && main.contains(top) && top.getBoundingClientRect().top >= 0) return top
  }
  return null
}
