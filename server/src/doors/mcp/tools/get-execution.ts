import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { fitRows, pageAnswer, pageSize } from '../fit.ts'
import { code, fence, oneLine } from '../render.ts'
import { executionData, executionLine, longestText, projectsOf, testName } from '../results/describe.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given, projectSlug, which } from './arguments.ts'

export const getExecution = tool({
  name: 'svc_get_execution',
  title: 'Show a test run',
  description:
    'Shows state and counts of a run, and its failures in short. For causes and fixes use svc_get_failures. Every attempt and all artifacts of all tests: REST GET /api/executions/<id>.',
  input: z.strictObject({ ...which, ...resultTokens, ...cursor }),
  ...READS_RESULTS,
  isKept: true,
  onError: { NOT_FOUND: 'Call svc_list_executions to see what exists.' },
  async call({ max_tokens, cursor, ...asked }, { run, pageLimit, ...call }) {
    const project = await projectSlug(call, asked.execution)
    const found = await run('findExecutions', given({ ...asked, project }))
    const { executions } = found
    // The page that a cursor continues is of the same execution: both are found in one order.
    const shown =
      executions.find(({ counts, state }) => counts.failed + counts.errors > 0 && state !== 'running') ??
      executions[0]
    // A page that does not fit is read twice.
    const limit = pageLimit ?? pageSize(max_tokens * (1 - SHARE_OF_RUNS), 20)
    const failures =
      shown && shown.counts.failed + shown.counts.errors > 0
        ? await run('listFailures', given({ execution: shown.id, limit, cursor }))
        : { items: [], nextCursor: null }
    return { ...found, shown, failures }
  },
  render({ because, executions, more, shown, failures }, budget) {
    const most = longestText(budget)
    const isOfOneProject = executions.every(({ project }) => project === executions[0]?.project)
    const runs = fitRows(
      executions.map((execution) => ({
        text: `- ${executionLine(execution, most)}${isOfOneProject ? '' : ` · ${projectsOf([execution], most)}`}`,
        data: executionData(execution, most),
      })),
      budget * SHARE_OF_RUNS,
    )
    const left = more + executions.length - runs.rows.length
    return pageAnswer({
      tool: 'svc_get_execution',
      rows: failures.items.map((cluster) => ({
        text: [
          `- ${cluster.fingerprint}: ${cluster.failed} failed, ${cluster.flaky} flaky, ${countOf(cluster.errors, 'error')}; ${countOf(cluster.tests, 'test')}, for example ${cluster.sample[0] ? testName(cluster.sample[0], most) : 'none'}; first seen ${cluster.firstSeen.at.slice(0, 10)}`,
          fence(firstLines(cluster.message, most), { source: `error ${cluster.fingerprint}` }),
        ].join('\n'),
        data: {
          fingerprint: cluster.fingerprint,
          failed: cluster.failed,
          flaky: cluster.flaky,
          errors: cluster.errors,
          tests: cluster.tests,
          message: oneLine(cluster.message, Math.min(most, 200)),
        },
      })),
      nextCursor: failures.nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [
          `${countOf(runs.texts.length, 'execution')} of ${projectsOf(executions, most)}: ${code(because, Math.min(most, 200))}${left > 0 ? ` (${left} more)` : ''}.`,
          ...runs.texts,
          ...(shown && texts.length > 0
            ? [
                `Failures and flakes of ${shown.id}, largest group first:`,
                ...texts,
                `Next: svc_get_failures {"execution":"${shown.id}"} for causes, verdicts and fixes.`,
              ]
            : []),
          ...(left > 0
            ? ['[more: call svc_list_executions for the others, or svc_get_execution with a suite]']
            : []),
        ],
        structured: { executions: runs.data, failures: data, truncated: left > 0 },
      }),
    })
  },
})

/** Of the budget; the rest is for the failures. */
const SHARE_OF_RUNS = 0.4

/** Without empty lines, so that the expected and the received value are among them. */
const firstLines = (message: string, most: number) => {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return cutText(lines.slice(0, 4).join('\n'), most)
}
