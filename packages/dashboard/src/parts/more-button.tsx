import type { ReactNode } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Reads the next page of a list. Renders nothing after the last page. */
export function MoreButton({
  read,
  className = 'button more',
  children,
}: {
  read: Pages
  className?: string
  children: ReactNode
}) {
  if (!read.hasNextPage) return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => read.fetchNextPage()}
      disabled={read.isFetchingNextPage}
    >
      {children}
    </button>
  )
}
