import type { ReactNode } from 'react'
import { type Held, useHeld } from './use-held.ts'
import { count } from './words.ts'
import './growing.css'

/** The area of held rows, with a button that tells what waits. */
export function GrowingArea({
  held: { fresh, release, area },
  noun,
  children,
}: {
  held: Pick<Held<never>, 'fresh' | 'release' | 'area'>
  /** Of one item: `execution`. */
  noun: string
  children: ReactNode
}) {
  return (
    <div className="growing">
      <p role="status">
        {fresh > 0 && (
          <button type="button" className="button first" onClick={release}>
            {count(fresh, `new ${noun}`)}
          </button>
        )}
      </p>
      <div {...area}>{children}</div>
    </div>
  )
}

/** A list whose rows follow the server; see `useHeld`. */
export function Growing<T>({
  items,
  keyOf,
  question,
  noun,
  label,
  isBusy = false,
  className = 'card rows',
  children,
}: {
  items: T[]
  keyOf: (item: T) => string
  question: string | null
  noun: string
  label?: string
  isBusy?: boolean
  className?: string
  children: (item: T) => ReactNode
}) {
  const held = useHeld(items, keyOf, question)
  return (
    <GrowingArea held={held} noun={noun}>
      <ul className={className} aria-label={label} aria-busy={isBusy}>
        {held.shown.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
    </GrowingArea>
  )
}
