import { useSyncExternalStore } from 'react'

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    // Drawn without a window: as in a wide one.
    () => false,
  )
}

/** One column: a detail opens in place instead of beside its list. */
export const NARROW = '(max-width: 60rem)'
