import type { Asked } from './ask-server.ts'
import { type Finding, findingsOf } from './finding.ts'
import { duration } from './words.ts'

const say = findingsOf('Clock')

const MOST_MS = 5 * 60_000

/** A warning where this machine's clock and the server's are far apart; the answer's date has whole seconds. */
export const describeClock = (asked: Asked, now: number): Finding[] => {
  if (!('answer' in asked)) return []
  const there = Date.parse(asked.answer.header('date') ?? '')
  const difference = now - asked.tookMs / 2 - there
  if (!(Math.abs(difference) > MOST_MS)) return []
  return [
    say.warning(
      `this machine's clock is ${duration(Math.abs(difference))} ${difference > 0 ? 'ahead of' : 'behind'} the server's`,
      {
        reason: 'the server corrects times by the difference, certificates and tokens do not',
        fix: 'set the clock, or turn on its synchronization',
      },
    ),
  ]
}
