import { type ReactNode, useState } from 'react'
import { count } from './words.ts'

/**
 * The first items of a list that takes too long to draw at once, and the button that shows as many more; null once all
 * are shown.
 */
export function usePortion<T>(all: T[], what: string, atOnce: number): { shown: T[]; more: ReactNode } {
  const [most, setMost] = useState(atOnce)
  const left = all.length - most
  if (left <= 0) return { shown: all, more: null }
  return {
    shown: all.slice(0, most),
    more: (
      <button type="button" className="button bare" onClick={() => setMost(most + atOnce)}>
        {count(left, `more ${what}`)}
      </button>
    ),
  }
}
