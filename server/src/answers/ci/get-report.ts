import { isExplained } from '@svc/protocol'
import type { Comparison, ciOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { findExecution } from '../../results/executions/find.ts'
import { readRevision } from '../../results/executions/revision.ts'
import { ownersOf } from '../../results/owners/owners-of.ts'
import { errorLineIn } from '../../results/results/error-location.ts'
import { errorText } from '../../results/results/error-text.ts'
import { readFailureDetails } from '../../results/results/failure-details.ts'
import { nameFirst } from '../../uploads/settlement/name-first.ts'
import { compareByIds } from '../comparison/compare.ts'
import { countVerdicts } from '../comparison/page-groups.ts'
import { fitSections } from '../pull-requests/fit.ts'
import { conclusionOf, plainHeadline } from '../pull-requests/headline.ts'
import { prepareSection } from '../pull-requests/prepare-section.ts'
import { cutMessage, type FoundFailure, failuresOf, newFailures } from './report-failures.ts'

type Report = z.input<typeof ciOperations.getReport.output>

const MOST_FAILURES = 100

export const getReport: Handlers<typeof ciOperations>['getReport'] = async ({ ctx, input }) => {
  const { store } = ctx
  // Read first: a change during the report then has a higher revision.
  const revision = await readRevision(store.read, (await findExecution(ctx, input.id)).id)
  const { head, compared } = await compareByIds(ctx, { head: input.id, base: input.base })
  const failures = failuresOf(compared).slice(0, MOST_FAILURES)
  const [detailOf, ownersOfFile] = await Promise.all([
    readFailureDetails(store, head, failures),
    ownersOf(store, head.codeowners_id),
  ])
  const section = await prepareSection(ctx, head, { compared, ownersOf: ownersOfFile })
  const lineOf = (failure: FoundFailure) => {
    const error = detailOf(failure)?.failure
    return error && failure.file !== null ? errorLineIn(failure.file, error) : null
  }
  return {
    execution: compared.head,
    revision,
    provisional: compared.provisional,
    waitingFor: nameFirst(compared.waitingFor),
    missing: nameFirst(compared.missing),
    cutOff: compared.cutOff,
    settlesAt: compared.settlesAt,
    base: compared.base && {
      id: compared.base.id,
      url: compared.base.url,
      branch: compared.base.branch,
      sha: compared.base.testedSha,
      trust: compared.base.trust,
      dirty: compared.base.dirty,
    },
    because: compared.baseChoice.because,
    verdict: conclusionOf(compared),
    headline: plainHeadline(compared),
    totals: totalsOf(compared),
    failures: failures.map((failure) => ({
      ...failure,
      message: cutMessage(errorText(failure.message, detailOf(failure)?.failure ?? null)),
      line: lineOf(failure),
      owners: failure.file === null ? [] : ownersOfFile(failure.file),
    })),
    markdown: fitSections([section], input.maxBytes),
  }
}

function totalsOf(compared: z.input<typeof Comparison>): Report['totals'] {
  const failing = newFailures(compared)
  const { mine, unknown } = countVerdicts(compared)
  return {
    regressions: compared.regressions.length,
    mine,
    unknown,
    newFailures: failing.length,
    stillFailing: compared.stillFailing.length,
    failingDifferently: compared.stillFailing.filter(({ verdict }) => !isExplained(verdict.kind)).length,
    failuresNotCompared: compared.failuresNotCompared.length,
    newlyFlaky: compared.newlyFlaky.length,
    flakyInBurnIn: new Set(compared.flakyInBurnIn.map(({ testId }) => testId)).size,
    improvements: compared.improvements.length,
    slower: compared.slower.length,
    errors: compared.errors.introduced.length,
  }
}
