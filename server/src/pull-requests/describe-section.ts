import { errorLine } from '@svc/protocol'
import type { ExecutionRow } from '../executions/execution-row.ts'
import { summaryOf } from '../executions/to-summary.ts'
import { iso } from '../kernel/time.ts'
import { conclusionOf, plainHeadline } from './headline.ts'
import { type Compared, type Failing, firstLineOf, outlineOf, sizeOf } from './outline.ts'
import { MOST_CAUSES, MOST_NAMED } from './prepare-section.ts'
import { titleOf } from './render-causes.ts'

/** Characters of the line of an error. */
const LINE = 240

/** One project and suite of a pull request as data: the facts in its section of the comment. */
export function describeSection(head: ExecutionRow, compared: Compared | null, baseUrl: string) {
  const { id, project, suite, state, url, startedAt, counts } = summaryOf(head, baseUrl)
  const execution = { id, project, suite, state, url, startedAt, counts }
  if (compared === null)
    return {
      ...execution,
      headline: null,
      conclusion: null,
      provisional: false,
      base: null,
      totals: null,
      groups: [],
      resultsRemovedAt: head.results_removed_at === null ? null : iso(head.results_removed_at),
    }
  const { base } = compared
  return {
    ...execution,
    headline: plainHeadline(compared),
    conclusion: conclusionOf(compared),
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
          message: messageOf(cause.failures).slice(0, LINE).toWellFormed(),
          ...countsOf(cause.failures),
          stopped: cause.stopped.length,
          failures: cause.failures.slice(0, MOST_NAMED).map(describeFailing),
        })),
      }
    }),
    resultsRemovedAt: null,
  }
}

function countsOf(failures: Failing[]) {
  const { tests, errors } = sizeOf(failures)
  return { tests, errors }
}

/** The line of one error. The values are left out if they differ between the failures. */
function messageOf(failures: Failing[]): string {
  const [line, ...others] = new Set(failures.map(({ message }) => errorLine(message)))
  return others.length === 0 ? (line ?? '') : firstLineOf(failures[0] as Failing)
}

const describeFailing = ({ kind, test, file, verdict }: Failing) => ({
  kind,
  file,
  test: test && {
    testId: test.testId,
    file: test.file,
    titles: test.titles,
    variant: test.variant,
    occurrence: test.occurrence,
    leg: test.leg,
  },
  verdict: verdict && { kind: verdict.kind, because: verdict.because },
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
