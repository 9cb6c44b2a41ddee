import { expect, test } from 'vitest'
import { endBySignals } from './end-by-signals.ts'

test('a second Ctrl-C ends the process, and one press that arrives twice does not', () => {
  let [now, ends] = [0, 0]
  let press: (signal: NodeJS.Signals) => void = () => undefined
  const ended: NodeJS.Signals[] = []
  const call = {
    now: () => now,
    endBy: (signal: NodeJS.Signals) => void ended.push(signal),
    holdSignals: (pass: typeof press) => {
      press = pass
      return () => undefined
    },
  }
  endBySignals(call)(() => void ends++)
  press('SIGINT')
  now = 5
  press('SIGINT')
  expect([ends > 0, ended]).toEqual([true, []])
  now = 5_000
  press('SIGINT')
  expect(ended).toEqual(['SIGINT'])
})
