import { say } from '../report.ts'
import { costs, timedHook } from './timed.ts'

const SPIN_MS = 20
const CALLS = 100_000

/** Checks that the stopwatch around the hooks measures correctly, and measures its own cost. */
export const checkStopwatch = (): void => {
  const spin = timedHook('onCheck', undefined, () => {
    const until = performance.now() + SPIN_MS
    while (performance.now() < until);
  })
  spin()
  const empty = timedHook('onNothing', undefined, () => undefined)
  const begun = performance.now()
  for (let call = 0; call < CALLS; call++) empty()
  const eachUs = ((performance.now() - begun) * 1000) / CALLS
  const measured = costs.hooks.onCheck?.[0] ?? Number.NaN
  if (Math.abs(measured - SPIN_MS) > 2) throw new Error(`the stopwatch took ${SPIN_MS} ms for ${measured} ms`)
  say(
    `The stopwatch around the hooks took ${measured.toFixed(2)} ms for ${SPIN_MS} ms, and ${eachUs.toFixed(2)} µs a call itself.`,
  )
}
