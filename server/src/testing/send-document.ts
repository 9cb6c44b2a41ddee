import type { TestAnswer, TestApp } from './make-app.ts'

interface Receipt {
  execution: { id: string; state: string }
  warnings: string[]
}

/** Sends a document of test results. */
export const upload = (
  app: TestApp,
  document: unknown,
  query = '',
  key?: string,
): Promise<TestAnswer<Receipt>> =>
  app.post<Receipt>(`/api/test-results${query}`, document, key ? { key } : {})

export const SHA = '0123456789abcdef0123456789abcdef01234567'

export const commit = { sha: SHA, parents: [] }

/** The least that a result says. */
export const result = { file: 'a.test.ts', titles: ['a'], status: 'passed', durationMs: 5 }
