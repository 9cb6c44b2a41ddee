import type { SentError } from '@svc/client/wrapped'
import { errorLine } from '@svc/protocol'
import type { FailedTest } from './failed-test.ts'
import type { Side } from './rule/causes.ts'
import type { Ran } from './runners/run-file.ts'
import type { Neighbours, Outcome, Proof } from './seek.ts'

type Judged = ({ kind: 'failed' | 'passed' } | { kind: 'void'; reason: string }) & { error?: SentError }

/** Begins the reason of a void trial in which the test ran. */
const OTHER_ERROR = 'it fails with another error'

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

/**
 * Tells how a trial ended. Here, an error may have other numbers than the one that is looked into, as times do. On the
 * base it must be the same to the letter as one that was seen here, because `expected 503` and `expected 2` differ.
 */
export const makeComparison = () => {
  const seen = new Map<FailedTest, Set<string>>()
  /** How many tests of its name this tree has. */
  const counts = new Map<FailedTest, number>()
  return (test: FailedTest, side: Side, ran: Ran): Judged => {
    if (ran.kind === 'void') return ran
    const { tests, errors } = ran.outcomes
    const named = tests.filter((each) => sameName(test, each))
    // By its number, if this side has as many tests of the name; else any of them counts.
    if (side === 'here') counts.set(test, named.length)
    const isByNumber = named.length > 1 && (counts.get(test) ?? named.length) === named.length
    const found = named.filter((each) => each.result !== 'skipped' && (!isByNumber || sameNumber(test, each)))
    const [loadError] = errors
    if (found.length === 0)
      return {
        kind: 'void',
        reason: loadError
          ? `the file does not load: ${errorLine(loadError.message)}`
          : 'the test did not run',
      }
    const failed = found.filter(({ result }) => result === 'failed')
    const lines = failed.map(({ message }) => errorLine(message))
    if (lines.length === 0) return { kind: 'passed' }
    const known = seen.get(test) ?? new Set([errorLine(test.message)])
    seen.set(test, known)
    const isAlike = (line: string) =>
      side === 'here' ? withoutNumbers(line) === withoutNumbers(errorLine(test.message)) : known.has(line)
    const alike = lines.find(isAlike)
    const error = failed[alike === undefined ? 0 : lines.indexOf(alike)]?.error
    const seenError = error ? { error } : {}
    if (alike === undefined) return { kind: 'void', reason: `${OTHER_ERROR}: ${lines[0]}`, ...seenError }
    if (side === 'here') known.add(alike)
    return { kind: 'failed', ...seenError }
  }
}

const sameNumber = ({ occurrence = 0 }: FailedTest, other: Pick<FailedTest, 'occurrence'>): boolean =>
  occurrence === (other.occurrence ?? 0)

const sameName = (one: FailedTest, other: Pick<FailedTest, 'file' | 'titles' | 'variant'>): boolean =>
  one.file === other.file &&
  one.variant === other.variant &&
  one.titles.length === other.titles.length &&
  one.titles.every((title, at) => title === other.titles[at])

const withoutNumbers = (line: string): string => line.replace(/0x[\da-f]+|\d+/gi, '0')
