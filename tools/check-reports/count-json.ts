import { type Counts, emptyPlain, type Plain } from './plain.ts'

type Fields = Record<string, unknown>

/** Counts the assertions, specs and tests of a JSON text. */
export const countJson = (text: string): Plain => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return emptyPlain('broken', String(error))
  }
  const root = fields(value)
  const tests = list(fields(root.results).tests)
  const isCtrf = Array.isArray(fields(root.results).tests) && isFields(fields(root.results).tool)
  if (isCtrf || root.reportFormat === 'CTRF') return count('ctrf', tests, ofCtrf)
  if (Array.isArray(root.testResults) && 'numTotalTests' in root)
    return count(
      'jest',
      list(root.testResults).flatMap((file) =>
        list(fields(file).assertionResults ?? fields(file).testResults),
      ),
      ofJest,
    )
  if (Array.isArray(root.suites) && isFields(root.config))
    return count('playwright', list(root.suites).flatMap(testsOf), ofPlaywright)
  return emptyPlain('other')
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fields = (value: unknown): Fields => (isFields(value) ? value : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const count = (kind: Plain['kind'], tests: unknown[], statusOf: (test: Fields) => keyof Counts): Plain => {
  const plain = emptyPlain(kind)
  for (const test of tests) plain.counts[statusOf(fields(test))] += 1
  return plain
}

const ofCtrf = ({ status, flaky, retries }: Fields): keyof Counts => {
  if (status === 'failed') return 'failed'
  if (status !== 'passed') return 'skipped'
  return flaky === true || Number(retries) > 0 ? 'flaky' : 'passed'
}

const ofJest = ({ status, invocations, failureMessages }: Fields): keyof Counts => {
  if (status === 'failed') return 'failed'
  if (status !== 'passed') return 'skipped'
  return Number(invocations) > 1 || list(failureMessages).length > 0 ? 'flaky' : 'passed'
}

const testsOf = (suite: unknown): unknown[] => [
  ...list(fields(suite).specs).flatMap((spec) => list(fields(spec).tests)),
  ...list(fields(suite).suites).flatMap(testsOf),
]

const ofPlaywright = ({ status }: Fields): keyof Counts => {
  if (status === 'unexpected') return 'failed'
  if (status === 'flaky') return 'flaky'
  return status === 'skipped' ? 'skipped' : 'passed'
}
