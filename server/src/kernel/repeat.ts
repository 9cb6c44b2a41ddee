/** Does `work` every so often, never twice at once, without keeping the process alive. */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> | null = null
  let isAsked = false
  let isStopped = false
  const start = () => {
    if (isStopped) return
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
        if (!isAsked) return
        isAsked = false
        start()
      })
  }
  const timer = setInterval(start, everyMs)
  timer.unref()
  return {
    /** Does it at once; after the work under way, which may have looked too early, once more. */
    now() {
      if (running) isAsked = true
      else start()
    },
    /** Starts no more, and resolves when what is under way is done. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
