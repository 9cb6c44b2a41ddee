import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import type { IconName } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import '../../parts/rows.css'

type Read<T> = Pick<
  UseInfiniteQueryResult<{ pages: { data: T[] }[] }>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

/** A list in each of its states: read, failed, empty, and with more to read. */
export function Entries<T>({
  read,
  empty,
  more = 'Older',
  idOf,
  children,
}: {
  read: Read<T>
  empty: { title: string; icon: IconName; words: ReactNode }
  more?: string
  idOf: (item: T) => string | number
  children: (item: T) => ReactNode
}) {
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={3} />
  const items = read.data.pages.flatMap(({ data }) => data)
  if (items.length === 0)
    return (
      <div className="card">
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.words}
        </EmptyState>
      </div>
    )
  return (
    <>
      <ul className="card rows">
        {items.map((item) => (
          <li key={idOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <MoreButton read={read}>{more}</MoreButton>
    </>
  )
}
