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
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _given, _known, { meta }) => meta !== BEFORE_SIGN_IN && onError(error),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MOST_TRIES && PASSING.has(codeOf(error) ?? ''),
        refetchOnWindowFocus: false,
      },
    },
  })
}
