import { percentDecoded } from '@svc/protocol'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Outlined } from './use-outline.ts'

/** What a reader does who no longer waits for the heading. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Goes to the heading of the address's hash, also in a section that is not read yet: the browser looked for it before.
 * Returns what each drawn section calls, because sections above the heading change their height.
 */
export function useAnchors(list: RefObject<HTMLElement | null>, outlined: Outlined | null): () => void {
  const wanted = useRef('')
  const onDrawn = useCallback(() => {
    if (wanted.current !== '') document.getElementById(wanted.current)?.scrollIntoView()
  }, [])
  useEffect(() => {
    if (!outlined) return
    const go = () => {
      const id = percentDecoded(location.hash.slice(1))
      const at = outlined.sections.findIndex(({ headings }) => headings.some((heading) => heading.id === id))
      wanted.current = at < 0 ? '' : id
      if (at >= 0) (document.getElementById(id) ?? list.current?.children[at])?.scrollIntoView()
    }
    const forget = () => {
      wanted.current = ''
    }
    go()
    addEventListener('hashchange', go)
    for (const move of MOVES) addEventListener(move, forget, { passive: true })
    return () => {
      removeEventListener('hashchange', go)
      for (const move of MOVES) removeEventListener(move, forget)
    }
  }, [outlined, list])
  return onDrawn
}
