import { percentText } from '@svc/protocol'
import type { Comparison, Verdict } from '../data/queries.ts'
import type { Group } from '../data/runs.ts'
import { runsBehind } from '../data/runs-behind.ts'
import type { Mark } from './mark.ts'
import type { Status } from './status.tsx'

/** A duration beside its usual one, milliseconds. */
export interface Timing {
  usualMs: number
  headMs: number
  /** The width of the usual range on each side. */
  spreadMs: number
  runs: number
}

/** One entry of any group, as a row shows it. */
export interface Entry {
  key: string
  /** Null for an error outside any test. */
  test: { testId: string; leg: string } | null
  title: string
  under: string
  status: Status | null
  verdict: Verdict | null
  /** The runs behind the verdict, oldest first. */
  runs: Mark[]
  owners: string[]
  /** The reason, or the difference. */
  words: string | null
  error: string | null
  timing: Timing | null
}

type Ref = Comparison['improvements'][number]
type TestName = Pick<Ref, 'testId' | 'file' | 'titles' | 'variant' | 'leg'>
/** The number of robust standard deviations that count as usual. */
const USUAL = 2

/** The entries of a group that an answer contains. */
export function entriesOf(comparison: Comparison, group: Group): Entry[] {
  switch (group) {
    case 'regressions':
    case 'stillFailing':
    case 'newTests':
      return comparison[group].map((change) => ({
        ...ofChange(change),
        owners: change.owners,
        ...('verdict' in change &&
          change.verdict && {
            verdict: change.verdict,
            runs: runsBehind(comparison, change.verdict),
            words: wordsOf(change.verdict),
          }),
      }))
    case 'failuresNotCompared':
      return comparison.failuresNotCompared.map((change) => ({
        ...ofChange(change),
        owners: change.owners,
        words: change.reason,
      }))
    case 'improvements':
    case 'newlyFlaky':
    case 'removed':
      return comparison[group].map(ofChange)
    case 'stoppedRunning':
      return comparison.stoppedRunning.map((change) => ({ ...ofChange(change), words: change.reason }))
    case 'slower':
    case 'faster':
      return comparison[group].map((change) => ({ ...ofChange(change), timing: timingOf(change) }))
    case 'slowerFiles':
      return comparison.slowerFiles.map((file) => ({
        ...NOTHING,
        key: `${file.file}~${file.leg}`,
        title: file.file,
        under: file.leg,
        words: `${file.tests === 1 ? '1 test' : `${file.tests} tests`} together.`,
        timing: timingOf(file),
      }))
    case 'renameCandidates':
      return comparison.renameCandidates.map(({ from, to, similarity, why }) => ({
        ...ofName(to),
        words: `Was ${testNameOf(from)}${inFile(from)}. ${percentText(similarity)} alike: ${why.join(', ')}.`,
      }))
    case 'renamed':
      return comparison.renamed.map(({ from, to }) => ({
        ...ofName(to),
        words: `Was ${testNameOf(from)}${inFile(from)}.`,
      }))
    case 'errorsIntroduced':
      return comparison.errors.introduced.map(ofError)
    case 'errorsPersisting':
      return comparison.errors.persisting.map(ofError)
    case 'errorsFixed':
      return comparison.errors.fixed.map(ofError)
  }
}

const testNameOf = ({ titles }: TestName): string => titles.join(' › ')

/** A report may name no file. */
const inFile = ({ file }: TestName): string => (file === '' ? '' : ` in ${file}`)

const NOTHING: Omit<Entry, 'key' | 'title' | 'under'> = {
  test: null,
  status: null,
  verdict: null,
  runs: [],
  owners: [],
  words: null,
  error: null,
  timing: null,
}

const ofName = (test: TestName): Entry => ({
  ...NOTHING,
  key: `${test.testId}~${test.leg}`,
  test: { testId: test.testId, leg: test.leg },
  title: testNameOf(test),
  under: [test.file, test.variant, test.leg].filter(Boolean).join(' · '),
})

const ofChange = (change: Ref): Entry => ({
  ...ofName(change),
  status: change.head?.status ?? null,
  error: change.error?.message ?? null,
})

const ofError = (error: Comparison['errors']['introduced'][number]): Entry => ({
  ...NOTHING,
  key: `${error.fingerprint}~${error.file ?? ''}`,
  title: error.file ?? 'Outside any test',
  under: error.file === null ? '' : 'The file did not load',
  status: 'failed',
  error: error.message,
})

const wordsOf = ({ because, missing }: Verdict): string =>
  [because, ...(missing === null ? [] : [missing])]
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`)
    .join(' ')

function timingOf({
  usualMs,
  headMs,
  deviations,
  runs,
}: Pick<Comparison['slower'][number], 'usualMs' | 'headMs' | 'deviations' | 'runs'>): Timing {
  const ofOne = deviations === 0 ? 0 : Math.abs((headMs - usualMs) / deviations)
  return { usualMs, headMs, spreadMs: Math.min(usualMs, ofOne * USUAL), runs }
}
