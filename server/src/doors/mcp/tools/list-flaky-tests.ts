import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { tellingLine } from '../../../ground/kernel/stated-values.ts'
import { pageAnswer, pageSize } from '../fit.ts'
import { code, LONGEST_PATH, oneLine, slug } from '../render.ts'
import { longestText, percent, plainName, testName } from '../results/describe.ts'
import { errorLine } from '../results/error-line.ts'
import { filterWords, unknownFilters, unknownRows } from '../results/unknown-filters.ts'
import type { RunOperation } from '../run-operation.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given } from './arguments.ts'

export const listFlakyTests = tool({
  name: 'svc_list_flaky_tests',
  title: 'List flaky tests',
  description:
    'Tests that failed and passed on the same code, worst first, with error and owner; or broken ones, which fail in a row on the default branch (state broken). One test: svc_get_test_history. Flaky by a PR: svc_compare_executions.',
  input: z.strictObject({
    branch: z.string().min(1).max(1_000).optional(),
    days: z.int().min(1).max(400).default(30),
    state: z.enum(['flaky', 'broken']).default('flaky'),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: true,
  async call({ max_tokens, ...asked }, { run, project, pageLimit, caller }) {
    const { slug } = await project()
    const page = await run(
      'listFlakyTests',
      given({ ...asked, project: slug, recent: 0, limit: pageLimit ?? pageSize(max_tokens) }),
    )
    const isEmpty = page.items.length === 0
    const documents = caller.scopes.has('knowledge') ? await documentsOf(run, slug, page.items) : new Map()
    return {
      project: slug,
      page,
      documents,
      asked,
      unknown: isEmpty ? await unknownFilters(run, slug, asked) : [],
    }
  },
  render({ project, page: { items, nextCursor }, documents, asked, unknown }, budget) {
    const most = longestText(budget)
    const rows = items.map((test) => {
      const { flakinessRate: rate, evidence, lastError, owners } = test
      const document = lastError && documents.get(lastError.fingerprint)
      const { low, high } = rate.interval
      return {
        text: [
          `- ${testName(test, most)}`,
          `${percent(rate.value)} (${rate.numerator} of ${countOf(rate.denominator, 'run')}, 95 % interval ${percent(low)} to ${percent(high)}; ${evidence.sameTree} on the same code, ${evidence.retry} by a retry; ${countOf(test.failedRuns, 'failed run')})`,
          ...(lastError
            ? [
                errorLine(lastError.message, Math.min(most, 140)),
                `last ${lastError.startedAt.slice(0, 16)}`,
                `fingerprint ${lastError.fingerprint}`,
              ]
            : []),
          ...(document
            ? [
                `${document.isFound ? 'possibly related' : 'known'}: document ${slug(document.path, Math.min(most, LONGEST_PATH))}`,
              ]
            : []),
          ...(owners.length > 0
            ? [
                owners
                  .slice(0, MOST_OWNERS)
                  .map((owner) => code(owner, Math.min(most, 60)))
                  .join(', '),
              ]
            : []),
          `monitor ${test.monitor}`,
          `test ${test.testId}`,
        ].join(' · '),
        data: {
          testId: test.testId,
          test: plainName(test, most),
          rate: rate.value,
          runs: rate.numerator,
          of: rate.denominator,
          failedRuns: test.failedRuns,
          monitor: test.monitor,
          lastEvidence: test.lastEvidence?.id ?? null,
          ...(lastError && {
            error: oneLine(tellingLine(lastError.message), Math.min(most, 140)),
            fingerprint: lastError.fingerprint,
            lastSeen: lastError.startedAt,
          }),
          ...(document && {
            [document.isFound ? 'relatedDocument' : 'document']: oneLine(document.path, LONGEST_PATH),
          }),
          ...(owners.length > 0 && {
            owners: owners.slice(0, MOST_OWNERS).map((owner) => oneLine(owner, Math.min(most, 60))),
          }),
        },
      }
    })
    const of = `of project ${code(project, most)}${filterWords(asked, most, ',')} in the last ${countOf(asked.days, 'day')}`
    const nothing = unknownRows(unknown, project, budget)
    return pageAnswer({
      tool: 'svc_list_flaky_tests',
      rows,
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          ...nothing.texts,
          texts.length === 0
            ? `No ${asked.state} tests ${of}.`
            : `${asked.state === 'flaky' ? 'Flaky' : 'Broken'} tests ${of}, worst first:`,
          ...texts,
          ...(texts.length > 0
            ? [
                'Next: svc_get_failures with a fingerprint shows values, source and artifacts; svc_get_test_history with a test id shows its runs.',
              ]
            : []),
        ],
        structured: { project: oneLine(project, most), ...nothing.data, tests: data },
      }),
    })
  },
})

/** Failures whose documents one read finds. */
const MOST_READ = 20

interface Known {
  path: string
  /** True if nobody tied it to the failure: the search found it. */
  isFound: boolean
}

/** The document of each failure by fingerprint, if there is one. */
async function documentsOf(
  run: RunOperation,
  project: string,
  tests: { testId: string; lastError: { fingerprint: string } | null }[],
): Promise<Map<string, Known>> {
  const known = new Map(
    tests.flatMap(({ testId, lastError }) => (lastError ? [[lastError.fingerprint, testId]] : [])),
  )
  const documents = new Map<string, Known>()
  for (let left = [...known]; left.length > 0; left = left.slice(MOST_READ)) {
    const some = left.slice(0, MOST_READ)
    const fingerprints = some.map(([fingerprint]) => fingerprint).join(',')
    const tests = some.map(([, test]) => test).join(',')
    const { failures } = await run('findFailureDocuments', { project, fingerprints, tests })
    for (const { fingerprint, document, source } of failures)
      documents.set(fingerprint, { path: document.path, isFound: source === 'search' })
  }
  return documents
}

/** Owners of a test that its line names. */
const MOST_OWNERS = 2
