import { type RefObject, useEffect } from 'react'

/**
 * Calls `begin` whenever the element is less than a window away, and aborts its signal when it has gone again. Null:
 * there is nothing to begin.
 */
export function useNear(
  element: RefObject<HTMLElement | null>,
  begin: ((signal: AbortSignal) => void) | null,
): void {
  useEffect(() => {
    if (!element.current || !begin) return
    let here: AbortController | null = null
    const observer = new IntersectionObserver(
      ([entry]) => {
        here?.abort()
        here = entry?.isIntersecting ? new AbortController() : null
        if (here) begin(here.signal)
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      here?.abort()
    }
  }, [element, begin])
}
