import './styles/tokens.css'
import './styles/base.css'
import './styles/common.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whoAmI } from './data/queries.ts'
import { makeQueries } from './make-queries.ts'
import { makeRouter } from './routes.tsx'

const queries = makeQueries(() => {
  const { pathname, href } = router.latestLocation
  if (pathname === '/sign-in') return
  // Tells a person who was signed in why the session is over.
  const ended = queries.getQueryData(whoAmI().queryKey) ? { ended: 'yes' } : {}
  // Data that this person has read must not be shown to the next one.
  queries.removeQueries({ queryKey: whoAmI().queryKey })
  router.navigate({ to: '/sign-in', search: { next: href, ...ended }, replace: true })
})
const router = makeRouter(queries)

createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

// A browser that showed a trace before may have a former worker, which must not wait for the next trace.
if ('serviceWorker' in navigator)
  navigator.serviceWorker
    .getRegistration('/trace/')
    .then((registration) => registration?.update())
    .catch(() => undefined)
