import { z } from 'zod'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given, projectSlug, which } from './arguments.ts'

export const getFailures = tool({
  name: 'svc_get_failures',
  title: 'Explain test failures',
  description:
    'Call this first to fix or explain a red PR, branch, commit or run: failures and flaky tests, clustered and ranked (yours first), each with error, source, diff, verdict, history, nearby changes, known fixes and artifacts.',
  input: z.strictObject({
    ...which,
    test: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('only failures of this test: id, or part of name or file'),
    fingerprint: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('only this cluster, in full, with attempts and artifacts'),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: 'unless held',
  onError: {
    NOT_FOUND: 'Call svc_list_executions to see what exists.',
    CONFLICT: 'Call svc_list_executions for a newer execution.',
  },
  async call({ max_tokens, ...asked }, { run, ...call }) {
    const project = await projectSlug(call, asked.execution)
    return run('getFailureContext', given({ ...asked, project, maxTokens: max_tokens }))
  },
  // The verb fits both to the budget, since its cursor depends on what is shown.
  render({ text, ...structured }) {
    return { text, structured }
  },
})
