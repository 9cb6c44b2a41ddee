import { useCallback, useSyncExternalStore } from 'react'

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  // The same function each time: another one is subscribed anew at each render.
  const listen = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    listen,
    () => matchMedia(query).matches,
    // Drawn without a window: as in a wide one.
    () => false,
  )
}

/** One column: a detail opens in place instead of beside its list. */
export const NARROW = '(max-width: 60rem)'

export const PHONE = '(max-width: 40rem)'
