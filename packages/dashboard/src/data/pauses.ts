/** Milliseconds of work before the page may answer. */
const PIECE_MS = 8

/** Awaited after each piece of work, so that a page can answer between them. */
export type Pause = () => Promise<void>

export function pauses(): Pause {
  let since = performance.now()
  return async () => {
    // A browser slows the timers of a hidden page down, where nobody waits for an answer.
    if (document.hidden || performance.now() - since < PIECE_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}
