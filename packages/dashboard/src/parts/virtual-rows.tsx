import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * A list of any length that only renders visible rows. It scrolls with the page. `selected` is kept
 * visible.
 */
export function VirtualRows<T>({
  items,
  rowHeight,
  keyOf,
  label,
  selected = -1,
  hasMore = false,
  children,
}: {
  items: T[]
  /** In pixels. Rows of another height are measured. */
  rowHeight: number
  /** The same function each time: another one measures all rows anew. */
  keyOf: (item: T) => string
  label: string
  selected?: number
  /** Whether further items are still read. */
  hasMore?: boolean
  children: (item: T, index: number) => ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => keyOf(items[index] as T), [items, keyOf]),
  })
  const shown = useRef(selected)
  useLayoutEffect(() => {
    if (selected >= 0 && selected !== shown.current) rows.scrollToIndex(selected, { align: 'auto' })
    shown.current = selected
  }, [selected, rows])
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned, so that they cannot be items of a plain list
    <div
      ref={list}
      role="list"
      aria-label={label}
      style={{ height: rows.getTotalSize(), position: 'relative' }}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <div
          key={key}
          ref={rows.measureElement}
          data-index={index}
          role="listitem"
          aria-posinset={index + 1}
          aria-setsize={hasMore ? -1 : items.length}
          style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
        >
          {children(items[index] as T, index)}
        </div>
      ))}
    </div>
  )
}
