import { OTHER_ERROR } from './comparison.ts'
import type { FailedTest } from './failed-test.ts'
import type { Side } from './rule/causes.ts'
import type { Neighbours, Outcome, Proof } from './seek.ts'

/** Returns the file, if reports name one, and the name of a test. */
export const labelOf = ({ file, titles }: Pick<FailedTest, 'file' | 'titles'>): string =>
  [file, ...titles].filter((part) => part !== '').join(' > ')

/** Returns how a trial ended; `name` is that of the base, and `after` how many files ran before. */
export const triedOf = (
  test: FailedTest,
  side: Side,
  { kind, seconds }: Outcome,
  { name, after }: { name: string; after: number },
): string => {
  const ended = { failed: 'failed', passed: 'passed', void: 'no result' }[kind]
  const company = after === 0 ? '' : ` after ${after} ${after === 1 ? 'file' : 'files'}`
  return `${ended} ${side === 'here' ? 'here' : `on ${name}`}${company} (${seconds.toFixed(1)} s): ${labelOf(test)}`
}

/** Returns what the trials show, with their counts; `name` is that of the base. */
export const sentenceOf = (
  { finding, evidence: { here, base }, reason = '', neighbours }: Proof<FailedTest>,
  name: string,
  isBaseOlder: boolean,
): string => {
  const alone = countsIn({ here, base }, name)
  const counts = neighbours ? `${countsAfter(neighbours, name)}; its file passes alone (${alone})` : alone
  const sentences = {
    proved: isBaseOlder
      ? `this change breaks it: ${counts}`
      : `this change breaks it, or a commit of ${name} that this branch lacks has mended it: ${counts}`,
    'new-flake': `this change makes it flaky: ${counts}`,
    flake: `it is flaky on both sides: ${counts}`,
    'fails-on-base-now': `it fails on ${name} too: ${counts}`,
    'flaky-here': `it is flaky here, on the same code: ${counts}`,
    'passes-alone': neighbours
      ? inCompany(neighbours, alone, name)
      : `its file passes alone (${counts}), so it may need the tests that ran before it. It is not cleared`,
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
export const countsOf = (
  { evidence, neighbours }: Pick<Proof<FailedTest>, 'evidence' | 'neighbours'>,
  name: string,
): string => `${countsIn(evidence, name)}${neighbours ? `; ${countsAfter(neighbours, name)}` : ''}`

/** What is known of a test that did not fail alone, and for which the files before it decide nothing. */
const inCompany = (neighbours: Neighbours, alone: string, name: string): string => {
  const { files, finding, evidence, reason } = neighbours
  const passesAlone = `its file passes alone (${alone})`
  if (finding === 'passes-alone')
    return `it fails only in the whole run: ${passesAlone}, and ${afterFiles(files)}, too (in ${evidence.here.passed} of ${evidence.here.passed} runs here). It is not cleared`
  if (evidence.here.failed > 0 && finding !== 'void')
    return `${passesAlone}, and ${countsAfter(neighbours, name)}. It is not cleared`
  return `${passesAlone}, so it may need the tests that ran before it, and no run ${afterFiles(files)} says more${reason === undefined ? '' : ` (${reason})`}. It is not cleared`
}

const countsAfter = ({ files, evidence }: Neighbours, name: string): string =>
  `${afterFiles(files)}, ${countsIn(evidence, name)}`

/** Returns `after a.test.ts`, or the number of files. */
const afterFiles = (files: string[]): string =>
  files.length === 1 ? `after ${files[0]}` : `after the ${files.length} files before it`

const countsIn = (
  { here, base }: Pick<Proof<FailedTest>['evidence'], 'here' | 'base'>,
  name: string,
): string => {
  return `it fails in ${fails(here)} runs here, in ${fails(base)} on ${name} now`
}

const fails = ({ failed, passed }: { failed: number; passed: number }) => `${failed} of ${failed + passed}`
