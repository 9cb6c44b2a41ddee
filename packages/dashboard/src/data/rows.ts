import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { firstClientOf } from './first-client.ts'
import { pauses } from './pauses.ts'
import { keyOf, type ListedResult, type Result } from './queries.ts'

const MINUTE_MS = 60_000
/**
 * The rows of an answer: reading the text of more would keep a slow processor from answering a key, and for each
 * answer the server sorts an archived execution anew.
 */
const ROWS_AT_ONCE = 5_000

/** A result of the list. */
export interface Row {
  key: string
  result: ListedResult
  /** What the filter searches, in lower case: title, file, owner and error, as the field promises. */
  text: string
}

export const toRow = (result: ListedResult): Row => {
  const { titles, file, variant, owners, error, skipReason } = result
  const text = [titles.join(' › '), file, variant, owners.join(' '), error?.message, skipReason]
  return { key: keyOf(result), result, text: text.join(' ').toLowerCase() }
}

/**
 * All results of an execution with a status, by file, without attempts: with owners and the line of their error. The
 * list of all has those of each status.
 */
export function rowsOf(queries: QueryClient, id: string, status: string) {
  const keyOfRows = (of: string) => ['execution', id, 'rows', of]
  const all = status === 'all' ? undefined : queries.getQueryState<Row[]>(keyOfRows('all'))
  return queryOptions({
    queryKey: keyOfRows(status),
    queryFn: ({ signal }) =>
      readAll(async (place) => {
        const wanted = status === 'all' ? {} : { status }
        const input = { id, ...wanted, sort: 'file' as const, ...place }
        const { results, nextCursor } = (await clientOf().listResults(input, { signal })).data
        return { items: results, nextCursor }
      }, toRow),
    staleTime: MINUTE_MS,
    // Comparing two lists costs more than drawing the rows of a window.
    structuralSharing: false,
    initialData: () => all?.data?.filter(({ result }) => result.status === status),
    initialDataUpdatedAt: all && !all.isInvalidated ? all.dataUpdatedAt : 0,
  })
}

/** All results of an execution with their attempts. */
export const resultsOf = (id: string) =>
  queryOptions({
    queryKey: ['execution', id, 'results'],
    queryFn: ({ signal }) =>
      readAll(async (place) => {
        const { data, nextCursor } = await firstClientOf().getExecution({ id, ...place }, { signal })
        return { items: data.results, nextCursor }
      }, asItIs),
    staleTime: MINUTE_MS,
    structuralSharing: false,
  })

const asItIs = (result: Result): Result => result

/** Rows between two looks at the clock. */
const PIECE = 200

/** The items of all pages, each as `make` keeps it, which takes longer for 20,000 than a reader may wait. */
async function readAll<T, R>(
  read: (place: { limit: number; cursor?: string }) => Promise<{ items: T[]; nextCursor: string | null }>,
  make: (item: T) => R,
): Promise<R[]> {
  const all: R[] = []
  const pause = pauses()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ limit: ROWS_AT_ONCE, ...(cursor !== undefined && { cursor }) })
    for (const item of page.items) if (all.push(make(item)) % PIECE === 0) await pause()
    cursor = page.nextCursor
  }
  return all
}
