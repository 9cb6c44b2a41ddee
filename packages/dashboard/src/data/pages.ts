import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'
import type { Freshness } from './read-of.ts'

/** A list that is read page by page. `read` gets the cursor of a page, or none for the first page. */
export const pagesOf = <Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  read: (place: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>,
  { keepsPrevious = false, ...freshness }: Freshness = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam === '' ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.nextCursor,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...freshness,
  })
