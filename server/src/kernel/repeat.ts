/** Does `work` every so often, never twice at once, without keeping the process alive. */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, everyMs)
  timer.unref()
  return {
    /** Starts no more, and resolves when what is under way is done. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
