/** Repeats `work` at an interval, never concurrently, without keeping the process alive. */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> | null = null
  let isRequested = false
  let isStopped = false
  const start = () => {
    if (isStopped) return
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
        if (!isRequested) return
        isRequested = false
        start()
      })
  }
  const timer = setInterval(start, everyMs)
  timer.unref()
  return {
    /**
     * Runs the work at once. If it is already running, runs it again afterwards, because that run
     * may have looked too early.
     */
    now() {
      if (running) isRequested = true
      else start()
    },
    /** Starts no further work, and resolves when the current run has ended. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
