import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'

export const MINUTE_MS = 60_000

export interface Freshness {
  /** Milliseconds. */
  staleTime?: number
  refetchInterval?: number
  refetchOnWindowFocus?: boolean
  /** Shows the previous answer while that for another filter is read. */
  keepsPrevious?: boolean
}

/** One answer of the server, which is read again after a minute at the earliest, unless `freshness` says otherwise. */
export const readOf = <Data>(
  queryKey: QueryKey,
  read: (options: { signal: AbortSignal }) => Promise<{ data: Data }>,
  { keepsPrevious = false, ...freshness }: Freshness = {},
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await read({ signal })).data,
    staleTime: MINUTE_MS,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...freshness,
  })
