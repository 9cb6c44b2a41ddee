import type { Call } from '../call.ts'
import { type Applied, applyChange } from './apply-plan.ts'
import type { Plan } from './plan.ts'
import { appliedLine, placeOf } from './print-plan.ts'
import { runInstall } from './run-install.ts'

/** Runs the installations, then makes the changes; reports each step when it ends. */
export const carryOut = async (
  call: Call,
  plan: Plan,
  installs: boolean,
  say: (line: string) => void,
): Promise<Applied[]> => {
  const own = {
    env: call.env,
    write: (text: string) => call.stderr.write(text),
    onInterrupt: call.onInterrupt,
  }
  for (const each of plan.installs) {
    if (!installs) {
      say(`  run${placeOf(each)}: ${each.command.join(' ')}`)
      continue
    }
    say(`  installing${placeOf(each)} …`)
    await runInstall(each, own)
  }
  const applied: Applied[] = []
  for (const each of plan.changes) {
    const done = await applyChange(each, own)
    say(appliedLine(done))
    applied.push(done)
  }
  return applied
}
