import { figure, heading, say, table, type Verdict } from '../report.ts'
import { goal, share } from './goal.ts'
import { NOISE_NAMES } from './noise.ts'
import { type Said, SHIFTS, type Timing } from './time-heads.ts'

/** Runs of the base branch in the worlds of durations. */
export const TIMED_RUNS = { few: 20, some: 40, many: 60 }
const GOALS = { alarms: 1, recall: 0.9, twice: 0.9 }

const LARGE = 5

/** How durations fared. */
export function reportTimings(everything: Timing[]): Verdict[] {
  const all = everything.filter((one) => one.baseRuns === TIMED_RUNS.many)
  const rules: [string, (one: Timing) => Said][] = [
    ['svc, one run', (one) => one.said],
    ['svc, run three times more', (one) => one.saidAgain],
    ['20 % off the base run', (one) => one.raw],
    ['20 % off the mean of 20', (one) => one.fixed],
  ]
  heading(`Slower and faster: ${all.length} durations after ${TIMED_RUNS.many} base runs`)
  curve(all, rules)
  const sparse = everything.filter((one) => one.baseRuns === TIMED_RUNS.few)
  heading(`The same after ${TIMED_RUNS.few} base runs`)
  curve(sparse, rules)
  const some = everything.filter((one) => one.baseRuns === TIMED_RUNS.some)
  heading(`The same after ${TIMED_RUNS.some} base runs`)
  curve(some, rules)
  heading(
    `By shape of noise, after ${TIMED_RUNS.many} runs: recall from ${LARGE} σ on, false alarms in 1,000`,
  )
  table(
    ['', ...rules.map(([name]) => name)],
    NOISE_NAMES.map((noise) => {
      const of = all.filter((one) => one.noise === noise)
      return [
        noise,
        ...rules.map(([, said]) => `${recall(of.filter(isLarge), said)}, ${alarms(of, said).toFixed(1)}`),
      ]
    }),
  )
  const hiccups = some.filter((one) => one.hasHiccups && one.isTwice && one.noise === 'quiet')
  say(
    `\nWhere steady tests hiccup, after ${TIMED_RUNS.some} runs: twice as slow ${recall(hiccups, (one) => one.said)}.`,
  )
  const large = all.filter(isLarge)
  return rules.slice(0, 2).flatMap(([name, said]) => {
    const alarmsOf = (of: Timing[], when: string): Verdict => ({
      area: `Performance changes, ${name}: false alarms${when}`,
      goal: `≤ ${GOALS.alarms} in 1,000 stable tests`,
      measured: figure(alarms(of, said), 'in 1,000'),
      isMet: alarms(of, said) <= GOALS.alarms,
    })
    return [
      alarmsOf(all, ''),
      alarmsOf(sparse, ` after ${TIMED_RUNS.few} base runs`),
      alarmsOf(some, ` after ${TIMED_RUNS.some} base runs`),
      goal(
        `Performance changes, ${name}: recall from ${LARGE} σ on`,
        GOALS.recall,
        hitsOf(large, said),
        large.length,
      ),
      ...[some, all].map((of) => {
        const twice = of.filter((one) => one.isTwice && !one.hasHiccups && one.noise === 'quiet')
        const area = `Performance changes, ${name}: twice as slow at 2 % noise after ${of[0]?.baseRuns} base runs`
        return goal(area, GOALS.twice, hitsOf(twice, said), twice.length)
      }),
    ]
  })
}

function curve(all: Timing[], rules: [string, (one: Timing) => Said][]): void {
  table(
    ['', ...rules.map(([name]) => name)],
    [
      ['false alarms in 1,000', ...rules.map(([, said]) => alarms(all, said).toFixed(2))],
      ...SHIFTS.map((shift) => {
        const of = all.filter((one) => Math.abs(one.shift) === shift)
        return [`recall at ${shift} σ (${of.length})`, ...rules.map(([, said]) => recall(of, said))]
      }),
    ],
  )
}

const isLarge = ({ shift, isTwice }: Timing) => !isTwice && Math.abs(shift) >= LARGE

function alarms(of: Timing[], said: (one: Timing) => Said): number {
  const stable = of.filter((one) => one.shift === 0)
  return (1_000 * stable.filter((one) => said(one) !== null).length) / stable.length
}

const hitsOf = (of: Timing[], said: (one: Timing) => Said) =>
  of.filter((one) => said(one) === (one.shift > 0 ? 'slower' : 'faster')).length
const recall = (of: Timing[], said: (one: Timing) => Said) => share(hitsOf(of, said), of.length)
