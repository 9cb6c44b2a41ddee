import { OTHER_ERROR } from './comparison.ts'
import type { FailedTest } from './failed-test.ts'
import type { Proof } from './seek.ts'

/** Returns the file, if reports name one, and the name of a test. */
export const labelOf = ({ file, titles }: Pick<FailedTest, 'file' | 'titles'>): string =>
  [file, ...titles].filter((part) => part !== '').join(' > ')

/** Returns what the trials show, with their counts; `name` is that of the base. */
export const sentenceOf = (
  { finding, evidence: { here, base }, reason = '' }: Proof<FailedTest>,
  name: string,
  isBaseOlder: boolean,
): string => {
  const counts = countsIn({ here, base }, name)
  const sentences = {
    proved: isBaseOlder
      ? `this change breaks it: ${counts}`
      : `this change breaks it, or a commit of ${name} that this branch lacks has mended it: ${counts}`,
    'new-flake': `this change makes it flaky: ${counts}`,
    flake: `it is flaky on both sides: ${counts}`,
    'fails-on-base-now': `it fails on ${name} too: ${counts}`,
    'flaky-here': `it is flaky here, on the same code: ${counts}`,
    'passes-alone': `its file passes alone (${counts}), so it may need the tests that ran before it. It is not cleared`,
    undecided:
      here.failed + here.passed + base.failed + base.passed === 0
        ? 'undecided: the time was too short'
        : `undecided: ${counts}`,
    void:
      here.failed + here.passed > 0 && base.failed + base.passed === 0
        ? `it fails in ${fails(here)} runs here; ${name} has no valid run (${reason})${reason.startsWith(OTHER_ERROR) ? '' : `. A test that this change adds, moves or renames is not on ${name}`}`
        : `no valid run: ${reason}`,
  }
  return sentences[finding]
}

/** Returns the counts alone, which claim no cause; `name` is that of the base. */
export const countsOf = ({ evidence }: Pick<Proof<FailedTest>, 'evidence'>, name: string): string =>
  countsIn(evidence, name)

const countsIn = (
  { here, base }: Pick<Proof<FailedTest>['evidence'], 'here' | 'base'>,
  name: string,
): string => {
  return `it fails in ${fails(here)} runs here, in ${fails(base)} on ${name} now`
}

const fails = ({ failed, passed }: { failed: number; passed: number }) => `${failed} of ${failed + passed}`
