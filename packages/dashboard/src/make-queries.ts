import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { BEFORE_SIGN_IN, codeOf } from './data/code-of.ts'

const MOST_TRIES = 3
/** The server's codes for errors that a retry may fix; all other refusals are final. */
const PASSING = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED'])

/** The cache of all reads; `onSignedOut` is called when the server no longer knows the session. */
export function makeQueries(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (codeOf(error) === 'UNAUTHORIZED') onSignedOut()
  }
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onSuccess: (_answer, _change, _known, { meta }) => {
        if (meta !== BEFORE_SIGN_IN) return queries.invalidateQueries()
      },
      onError: (error, _change, _known, { meta }) => {
        if (meta === BEFORE_SIGN_IN) return
        onError(error)
        // Somebody else may have changed it meanwhile. A server that does not respond would only fail again.
        if (!PASSING.has(codeOf(error) ?? '')) void queries.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MOST_TRIES && PASSING.has(codeOf(error) ?? ''),
        refetchOnWindowFocus: false,
      },
    },
  })
  return queries
}
