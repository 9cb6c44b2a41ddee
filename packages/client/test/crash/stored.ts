import type { RealServer } from '@svc/test-kit/server'

/** An execution as the server tells it, as far as these tests ask. */
export interface Stored {
  id: string
  state: string
  startedAt: string
  durationMs: number | null
  partCount: number
  counts: { total: number }
  warnings: string[]
  parts: { state: string; outcome: string | null; durationMs: number | null }[]
  results: { titles: string[]; attempts: { status: string; startedAt: string; durationMs: number }[] }[]
}

/** All executions of a suite, each with its results. */
export const storedIn = async (server: RealServer, suite: string): Promise<Stored[]> => {
  const found = await server.get<{ id: string }[]>(
    `/api/executions?limit=200&suite=${encodeURIComponent(suite)}`,
  )
  return Promise.all(found.map(({ id }) => server.get<Stored>(`/api/executions/${id}`)))
}
