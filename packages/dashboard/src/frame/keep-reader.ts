import { keepPlace } from './keep-place.ts'

/** Keeps the focus and the place of the reader while the page changes, as long as it is open. */
export function keepReader(main: HTMLElement): void {
  keepFocus(main)
  // Only Safari has no scroll anchoring.
  if (!CSS.supports('overflow-anchor', 'auto')) keepPlace(main)
}

/**
 * Moves the focus to the content when an update of the page removes what had it, such as the entry
 * of a key that was revoked: otherwise the keyboard would start at the top of the page again. It
 * watches as long as the page is open.
 */
function keepFocus(content: HTMLElement): void {
  let last: EventTarget | null = null
  const remember = (event: FocusEvent) => {
    last = event.target
  }
  const watch = new MutationObserver(() => {
    if (document.activeElement !== document.body || !(last instanceof Node) || last.isConnected) return
    last = null
    content.focus({ preventScroll: true })
  })
  content.addEventListener('focusin', remember)
  watch.observe(content, { childList: true, subtree: true })
}
