import './require-node.js'
import { addCounts, type Counts, countLine } from './verify/count.ts'
import { runStep } from './verify/run-step.ts'
import { steps } from './verify/steps.ts'

/** Everything that has to hold, in one command; stops at the first step that does not. */
const verify = async (matrix: boolean): Promise<boolean> => {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const all = steps(matrix)
  let failed = false
  let failures: string[] = []
  for (const [index, step] of all.entries()) {
    say(`[${index + 1}/${all.length}] ${step.name} …`)
    const start = performance.now()
    const outcome = await runStep(step)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    // A step that is no test counts as one failure, so that the last line never looks like a success.
    counts = addCounts(counts, outcome.counts ?? { passed: 0, failed: outcome.ok ? 0 : 1, skipped: 0 })
    failed = !outcome.ok
    failures = outcome.failures
    if (failed && outcome.output !== '') say(outcome.output.trimEnd())
    say(`[${index + 1}/${all.length}] ${step.name}: ${failed ? 'FAILED' : 'ok'} (${seconds} s)`)
    if (failed) {
      say(`\nTo repeat just this step: ${step.repeat}`)
      // Again at the very end: of a long log often only that is kept.
      say(`\nFailed: ${step.name}`)
      for (const failure of failures) say(`  ${failure}`)
      break
    }
  }
  say(countLine(counts))
  return !failed
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const args = process.argv.slice(2)
const unknown = args.find((arg) => arg !== '--matrix')
if (unknown !== undefined) {
  process.stderr.write(`Unknown argument ${unknown}. Known: --matrix\n`)
  process.exit(2)
}
process.exitCode = (await verify(args.includes('--matrix'))) ? 0 : 1
