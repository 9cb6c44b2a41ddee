import { sleep } from '@svc/client/action'
import type { Trouble } from './trouble.ts'

export const LONGEST_PAUSE_MS = 60_000

/** Waits before another try; throws the trouble of the last one if the wait is too long. */
export const pause = async (ms: number, deadline: number, trouble: Trouble, onWait?: () => void) => {
  if (ms > LONGEST_PAUSE_MS || performance.now() + ms >= deadline) throw trouble
  onWait?.()
  await sleep(ms)
}
