import { VERDICT } from '../../ground/store/tables.ts'

/** A result of one part, whether a re-run superseded it or not. */
export interface PartResult {
  test_id: number
  file_id: number
  verdict: number
}

/**
 * True if a re-run holds only some tests of an earlier attempt: the failed ones, those of the files that had
 * failures, or less than half. A run that stopped at its first failure is no selection.
 */
export function isSelection(before: PartResult[], again: PartResult[], hasPassed: boolean): boolean {
  const [ranBefore, ranAgain] = [before.filter(ran), again.filter(ran)]
  const tests = new Set(ranAgain.map((row) => row.test_id))
  const left = ranBefore.filter((row) => !tests.has(row.test_id) && !failed(row))
  if (left.length === 0) return false
  const bad = ranBefore.filter(failed)
  const [badTests, badFiles] = [new Set(bad.map((r) => r.test_id)), new Set(bad.map((r) => r.file_id))]
  const files = new Set(ranAgain.map((row) => row.file_id))
  return (
    ranAgain.every((row) => badTests.has(row.test_id)) ||
    (ranAgain.every((row) => badFiles.has(row.file_id)) && left.some((row) => !files.has(row.file_id))) ||
    (hasPassed && 2 * ranAgain.length < ranBefore.length)
  )
}

const ran = ({ verdict }: PartResult) => Math.abs(verdict) !== VERDICT.skipped
const failed = ({ verdict }: PartResult) =>
  Math.abs(verdict) === VERDICT.failed || Math.abs(verdict) === VERDICT.flaky
