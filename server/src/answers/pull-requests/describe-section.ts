import { errorLine, isExplained } from '@svc/protocol'
import { iso } from '../../ground/kernel/time.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { conclusionOf, plainHeadline } from './headline.ts'
import { type Compared, type Failing, firstLineOf, outlineOf, sizeOf } from './outline.ts'
import { MOST_CAUSES, MOST_NAMED } from './prepare-section.ts'
import { titleOf } from './render-causes.ts'

/** Characters of the line of an error. */
const LINE = 240

/**
 * One project and suite of a pull request as data: the facts in its section of the comment. `isInDoubt` if any failure of
 * the pull request is: then a re-run is for those alone.
 */
export function describeSection(
  head: ExecutionRow,
  compared: Compared | null,
  { baseUrl, isInDoubt }: { baseUrl: string; isInDoubt: boolean },
) {
  const { id, project, suite, state, url, startedAt, counts, framework } = summaryOf(head, baseUrl)
  const execution = { id, project, suite, state, url, startedAt, counts, framework }
  if (compared === null)
    return {
      ...execution,
      headline: null,
      conclusion: null,
      massFailure: null,
      provisional: false,
      base: null,
      totals: null,
      groups: [],
      rerun: NO_RERUN,
      resultsRemovedAt: head.results_removed_at === null ? null : iso(head.results_removed_at),
    }
  const { base } = compared
  return {
    ...execution,
    headline: plainHeadline(compared),
    conclusion: conclusionOf(compared),
    massFailure: compared.massFailure,
    provisional: compared.provisional,
    base: base && { id: base.id, url: base.url, branch: base.branch, sha: base.testedSha },
    totals: totalsOf(compared),
    groups: outlineOf(compared).map(({ topic, failures, causes }) => {
      const { tests, errors } = sizeOf(failures)
      return {
        topic,
        title: titleOf(topic),
        tests,
        errors,
        causeCount: causes.length,
        causes: causes.slice(0, MOST_CAUSES).map((cause) => ({
          fingerprint: cause.failures[0]?.fingerprint ?? '',
          message: messageOf(cause.failures),
          ...countsOf(cause.failures),
          stopped: cause.stopped.length,
          failures: cause.failures.slice(0, MOST_NAMED).map(describeFailing),
        })),
      }
    }),
    rerun: describeRerun(compared, isInDoubt),
    resultsRemovedAt: null,
  }
}

function countsOf(failures: Failing[]) {
  const { tests, errors } = sizeOf(failures)
  return { tests, errors }
}

/** The line of one error. The values are left out if they differ between the failures. */
export function messageOf(failures: Failing[]): string {
  const [line, ...others] = new Set(failures.map(({ message }) => errorLine(message)))
  const message = others.length === 0 ? (line ?? '') : firstLineOf(failures[0] as Failing)
  return message.slice(0, LINE).toWellFormed()
}

/** The fields that name a test, without those of its result. */
export const nameOfTest = ({
  testId,
  file,
  titles,
  variant,
  occurrence,
  leg,
}: NonNullable<Failing['test']>) => ({
  testId,
  file,
  titles,
  variant,
  occurrence,
  leg,
})

export const describeFailing = ({ kind, test, file, verdict, notCompared }: Failing) => ({
  kind,
  file,
  test: test && nameOfTest(test),
  verdict: verdict && { kind: verdict.kind, because: verdict.because },
  missing: verdict?.missing ?? notCompared?.missing ?? null,
})

const totalsOf = (compared: Compared) => ({
  regressions: compared.regressions.length,
  stillFailing: compared.stillFailing.length,
  newlyFlaky: compared.newlyFlaky.length,
  improvements: compared.improvements.length,
  newTests: compared.newTests.length,
  removed: compared.removed.length,
  stoppedRunning: compared.stoppedRunning.length,
  slower: compared.slower.length,
  faster: compared.faster.length,
  failuresNotCompared: compared.failuresNotCompared.length,
  errors: compared.errors.introduced.length,
})

/** More names fit into no command line. */
const MOST_TESTS = 100

const NO_RERUN = { tests: [], more: 0 }

/** The failed tests that nothing else explains, each once for all legs: what one runs again. A firm verdict needs no re-run. */
function describeRerun(compared: Compared, isInDoubt: boolean) {
  const open = outlineOf(compared).filter(
    ({ topic }) => !(isExplained(topic) || (isInDoubt && topic === 'mine')),
  )
  const tests = new Map(
    open.flatMap(({ failures }) =>
      failures.flatMap(({ test }) =>
        test === null
          ? []
          : [[test.testId, { file: test.file, titles: test.titles, variant: test.variant }] as const],
      ),
    ),
  )
  return { tests: [...tests.values()].slice(0, MOST_TESTS), more: Math.max(0, tests.size - MOST_TESTS) }
}
