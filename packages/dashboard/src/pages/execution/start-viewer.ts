import { trustedAddress } from '../../parts/trusted-address.ts'

const WORKER = '/trace/sw.bundle.js'

/**
 * Starts the service worker of the viewer, or replaces an older one. The viewer does the same, but a tab that is opened
 * while the worker starts is not taken over by it, and would wait forever. Without a worker the viewer itself says why.
 */
export async function startViewer(): Promise<void> {
  const registration = await navigator.serviceWorker.register(trustedAddress('svc-viewer', WORKER))
  // An older worker would answer the viewer's first requests by its own rules.
  if (registration.active) await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (!worker) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}
