import { addCounts, type Counts, countLine } from './count.ts'
import { type Outcome, runStep } from './run-step.ts'
import type { Step } from './steps.ts'

/** Runs stages one after the other, and stops after the first in which something does not hold; false then. */
export const verify = async (stages: Step[][]): Promise<boolean> => {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  let failed: [Step, Outcome][] = []
  for (const steps of stages) {
    const outcomes = await Promise.all(steps.map(async (step) => [step, await timed(step)] as const))
    // A step that is no test counts as one failure, so that the last line never looks like a success.
    for (const [, { counts: its, ok }] of outcomes)
      counts = addCounts(counts, its ?? { passed: 0, failed: ok ? 0 : 1, skipped: 0 })
    failed = outcomes.flatMap(([step, outcome]) => (outcome.ok ? [] : [[step, outcome]]))
    if (failed.length > 0) break
  }
  for (const [step] of failed) say(`\nTo repeat just this step: ${step.repeat}`)
  // Repeated at the very end, because often only the end of a long log is kept.
  for (const [step, { failures }] of failed) {
    say(`\nFailed: ${step.name}`)
    for (const failure of failures) say(`  ${failure}`)
  }
  say(countLine(counts))
  return failed.length === 0
}

/** Runs a step, then prints its result and its duration. */
const timed = async (step: Step): Promise<Outcome> => {
  say(`${step.name} …`)
  const start = performance.now()
  const outcome = await runStep(step)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (!outcome.ok && outcome.output !== '') say(outcome.output.trimEnd())
  say(`${step.name}: ${outcome.ok ? 'ok' : 'FAILED'} (${seconds} s)`)
  return outcome
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
