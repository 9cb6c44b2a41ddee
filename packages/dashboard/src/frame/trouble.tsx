import { SvcError } from '@svc/api'
import { EmptyState } from '../parts/empty-state.tsx'
import { HomeLink } from './home-link.tsx'

/** The messages of Chromium, Firefox, Safari and Vite for code that cannot be fetched. */
const MISSING_CODE = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Describes what went wrong with a page, and what to do next. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const code = error instanceof SvcError ? error.code : null
  const message = error instanceof Error ? error.message : ''
  const retry = onRetry && (
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  )
  if (code === 'NOT_FOUND') return <Gone />
  if (code === 'FORBIDDEN')
    return (
      <EmptyState level={1} icon="warning" title="You do not have access to this page">
        <p>{message}</p>
        <HomeLink />
      </EmptyState>
    )
  if (code === 'INVALID_REQUEST' || code === 'CONFLICT')
    return (
      <EmptyState level={1} icon="warning" title="The server refused this request">
        <p>{message}</p>
        <HomeLink />
      </EmptyState>
    )
  if (code === 'RATE_LIMITED')
    return (
      <EmptyState level={1} icon="clock" title="Too many requests">
        <p>{message}</p>
        {retry}
      </EmptyState>
    )
  if (code === 'UNREACHABLE' || code === 'UNAVAILABLE')
    return (
      <EmptyState level={1} icon="warning" title="The server is not responding">
        <p>It may be restarting, or you may be offline. Nothing is lost.</p>
        {retry}
      </EmptyState>
    )
  if (MISSING_CODE.test(message))
    return (
      <EmptyState level={1} icon="again" title="A part of this page did not load">
        <p>The server may have been updated, or your connection dropped. Reload the page.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </EmptyState>
    )
  return (
    <EmptyState level={1} icon="warning" title="Something went wrong">
      <p>{code === null ? 'This page has a bug.' : 'The server failed.'} The message:</p>
      <code>{message || 'none'}</code>
      {retry}
    </EmptyState>
  )
}

/** Shown for an address without an object; objects of other organizations look the same. */
function Gone() {
  return (
    <EmptyState level={1} icon="unknown" title="There is nothing here">
      <p>
        It was deleted, has expired, or belongs to an organization that you are not a member of. If a link led
        you here, ask its sender which organization it belongs to.
      </p>
      <HomeLink />
    </EmptyState>
  )
}
