import type { Call } from '../call.ts'

/** npx passes a Ctrl-C of the terminal on, so one press may arrive twice. */
const ONE_PRESS_MS = 1_000

/** The first signal calls `end`; a second one ends the process at once. Returns a function that forgets both. */
export const endBySignals =
  (call: Pick<Call, 'holdSignals' | 'endBy' | 'now'>) =>
  (end: () => void): (() => void) => {
    let firstAt: number | undefined
    const release = call.holdSignals?.((signal) => {
      const at = call.now()
      if (firstAt !== undefined && at - firstAt > ONE_PRESS_MS) call.endBy?.(signal)
      firstAt ??= at
      end()
    })
    return release ?? (() => undefined)
  }
