import { type Burned, type FileRun, labelOf } from '@svc/prove'
import type { Call } from '../call.ts'
import { say } from '../terminal/messages.ts'
import { cellsOf } from '../terminal/screen.ts'
import { cut, oneLine } from '../terminal/width.ts'
import { count } from '../terminal/words.ts'

/** Shows how a burn-in goes: on a terminal in one line that changes, else a line for each test that disagrees. */
export const burnProgress = (call: Call, seconds: number) => {
  const isShown = call.stderr.isTTY === true
  const startedAt = performance.now()
  const known = new Set<string>()
  let runs = 0
  const clear = () => {
    if (isShown) call.stderr.write('\r\u001b[K')
  }
  return {
    tell(burned: Burned[], run: FileRun): void {
      runs += 1
      clear()
      for (const { test, finding, counts, reason } of burned) {
        const label = labelOf(test)
        const said =
          finding === 'flaky'
            ? `failed ${counts.failed} of ${counts.failed + counts.passed}: ${label}`
            : reason !== undefined
              ? `cannot be repeated, because ${reason}: ${label}`
              : undefined
        if (said === undefined || known.has(label)) continue
        known.add(label)
        say(call, 'svc:   ', oneLine(said))
      }
      if (!isShown) return
      const left = Math.max(0, Math.round(seconds - (performance.now() - startedAt) / 1_000))
      const file = burned[0]?.test.file ?? ''
      const line = `svc:   ${count(runs, 'run')}, ${left} s left, ${run.seconds.toFixed(1)} s for ${oneLine(file)}`
      call.stderr.write(cut(line, cellsOf(call.stderr)))
    },
    end: clear,
  }
}
