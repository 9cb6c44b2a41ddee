import { SvcError } from '@svc/api'
import { lazyRouteComponent } from '@tanstack/react-router'

/** As many attempts as for the reads of a page. */
const WAITS_MS = [1_000, 2_000, 4_000]

/**
 * A page whose code loads when it is opened. If code is missing, as it is after an upgrade, the
 * router reloads the browser. While the server restarts, that would show the browser's own error
 * page. This therefore retries first, and then shows a message.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch((error: unknown) => again(load, error)), name)

async function again<T>(load: () => Promise<T>, first: unknown): Promise<T> {
  let error = first
  for (const waitMs of WAITS_MS) {
    if (await isServed()) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    try {
      return await load()
    } catch (next) {
      error = next
    }
  }
  if (await isServed()) throw error
  throw new SvcError('UNREACHABLE', 'The server is not responding.', { cause: error })
}

/** Whether the server answers, even through a proxy. */
const isServed = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

/**
 * Opens the address again once the server answers, because a browser does not request the code of a
 * failed page twice.
 */
export async function reload(): Promise<void> {
  if (await isServed()) location.reload()
}
