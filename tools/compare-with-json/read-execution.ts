import type { AttemptDetail, Failure, ResultStatus } from '../../packages/protocol/src/index.ts'
import { firstLine } from './text.ts'
import type { Side, Told } from './told.ts'

/** The parts of the answer that are compared. */
export interface Execution {
  framework: string
  parts: { runner: { version?: string } }[]
  counts: Record<ResultStatus, number>
  results: {
    file: string
    titles: string[]
    variant: string
    status: ResultStatus
    durationMs: number
    attempts: ({ status: string; durationMs: number } & AttemptDetail)[]
  }[]
  errors: { file: string | null; failure: Failure }[]
}

/** Reads what `GET /api/executions/:id` answers under `data`. */
export const readExecution = (execution: Execution, root: string): Side => {
  const isPlaywright = execution.framework === 'playwright'
  const { passed, failed, flaky, skipped } = execution.counts
  const failing = execution.results.filter(({ status }) => status === 'failed').map(({ file }) => file)
  // Playwright's report gives errors outside tests no file, and its errors may stand in any file.
  if (!isPlaywright) failing.push(...execution.errors.flatMap(({ file }) => file ?? []))
  return {
    tests: execution.results.map((result) => toTold(result, root)),
    totals: { passed, failed, flaky, skipped },
    failedFiles: [...new Set(failing)],
    outsideErrors: execution.errors.map(({ failure }) => firstLine(failure.message, root)),
  }
}

const toTold = (result: Execution['results'][number], root: string): Told => {
  const attempts = result.attempts.map(({ status, durationMs, errors = [] }) => ({
    status,
    durationMs,
    errors: errors.map(({ message }) => firstLine(message, root)),
  }))
  return {
    file: result.file,
    titles: result.titles,
    variant: result.variant,
    status: result.status,
    durationMs: result.durationMs,
    attempts,
    errors: attempts.at(-1)?.errors ?? [],
    ...(result.attempts.at(-1)?.skip?.kind === 'todo' ? { isTodo: true } : {}),
  }
}
