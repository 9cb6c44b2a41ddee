const WORKER = '/trace/sw.bundle.js'

/**
 * Starts the service worker of Playwright's viewer. The viewer does the same, but a tab that is opened while the worker
 * starts is not taken over by it, and would wait forever. Without a worker the viewer itself says why.
 */
export async function startViewer(): Promise<void> {
  const { serviceWorker } = navigator
  const { active, waiting, installing } = await serviceWorker.register(trusted())
  const worker = installing ?? waiting
  if (active || !worker) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

/** The policy of pages takes no plain text as a script's address. The types of browsers lack this. */
interface WithTrustedTypes {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL(text: string): string }
  }
}

const trusted = (): string =>
  (window as WithTrustedTypes).trustedTypes
    ?.createPolicy('viewer', { createScriptURL: () => WORKER })
    .createScriptURL('') ?? WORKER
