/** After so long a run says that it waits, which costs no time. */
export const NOTICE_MS = 4_000

/** Milliseconds of the timers that fire from now on. However busy a machine is, it makes none of them longer. */
export const firedTimers = (): { fired: number[]; restore: () => void } => {
  const fired: number[] = []
  const original = globalThis.setTimeout
  const recording = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    original(() => {
      fired.push(ms)
      act(...args)
    }, ms)
  globalThis.setTimeout = Object.assign(recording, original) as typeof setTimeout
  return {
    fired,
    restore: () => {
      globalThis.setTimeout = original
    },
  }
}
