import { useMutation } from '@tanstack/react-query'

export type Change<Answer = unknown> = ReturnType<typeof useChange<Answer>>

/**
 * A change of what the server keeps, one at a time: `mutate` takes the calls that make it. Whatever the page shows
 * is then read again, before the change counts as made, and also after a refusal (see `make-queries.ts`).
 */
export const useChange = <Answer>(meta?: Record<string, unknown>) =>
  useMutation({ mutationFn: (change: () => Promise<Answer>) => change(), ...(meta && { meta }) })
