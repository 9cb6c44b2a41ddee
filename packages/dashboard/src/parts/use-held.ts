import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'

export interface Held<T> {
  /** The rows to show. */
  shown: T[]
  /** How many rows wait. */
  fresh: number
  release: () => void
  /** For the element around the rows. */
  area: {
    ref: React.RefObject<HTMLDivElement | null>
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: (event: PointerEvent<HTMLElement>) => void
    onFocus: (event: FocusEvent<HTMLElement>) => void
    onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/**
 * Rows that follow the server. While the pointer or the focus is in them, or the reader has scrolled into them, they keep
 * their places and only change in place; otherwise new rows appear at once.
 */
export function useHeld<T>(
  items: T[],
  keyOf: (item: T) => string,
  /** What the rows answer; rows of another question replace them. Null while they still answer an earlier one. */
  question: string | null,
  /** Whether something else shows that the reader is in the rows, such as an open detail. */
  isReading = false,
): Held<T> {
  const [isHeld, setHeld] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const shown = useRef(items)
  const answered = useRef(question)
  const isOther = question !== null && question !== answered.current
  if (question !== null) answered.current = question
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const isSame =
    shown.current.length === items.length && shown.current.every((item, i) => isAt(items, i, keyOf, item))
  const isRead =
    isHeld || isReading || (area.current !== null && area.current.getBoundingClientRect().top < 0)
  const keepsPlaces = isRead && !isSame && !isOther && shown.current.length > 0
  const known = new Set(shown.current.map(keyOf))
  if (keepsPlaces) {
    const last = items.findLastIndex((item) => known.has(keyOf(item)))
    // Rows below the last one move nothing: the reader asked for them.
    const below = items.slice(last + 1)
    shown.current = [
      ...shown.current.map((item) => byKey.get(keyOf(item)) ?? item),
      ...(last < 0 ? [] : below),
    ]
  } else shown.current = items
  for (const item of shown.current) known.add(keyOf(item))
  const fresh = items.filter((item) => !known.has(keyOf(item))).length
  const [, showAll] = useState(0)
  const release = () => {
    shown.current = items
    setHeld(false)
    showAll((times) => times + 1)
  }
  const hold = (event: { currentTarget: HTMLElement; relatedTarget: EventTarget | null }, holds: boolean) => {
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    if (!isInside) setHeld(holds)
  }
  return {
    shown: shown.current,
    fresh,
    release,
    area: {
      ref: area,
      onPointerEnter: (event) => hold(event, event.pointerType === 'mouse'),
      onPointerLeave: (event) => hold(event, event.currentTarget.contains(document.activeElement)),
      onFocus: (event) => hold(event, true),
      onBlur: (event) => hold(event, event.currentTarget.matches(':hover')),
    },
  }
}

const isAt = <T>(items: T[], i: number, keyOf: (item: T) => string, item: T): boolean => {
  const other = items[i]
  return other !== undefined && keyOf(other) === keyOf(item)
}
