import { passed, run } from '../upload.ts'
import { ACCESS_CALLS } from './access.ts'
import { WORK_CALLS } from './agents-work.ts'
import type { Calls } from './call.ts'
import { KNOWLEDGE_CALLS } from './knowledge.ts'
import { MESSAGE_CALLS } from './messages.ts'
import { PEOPLE_CALLS } from './people.ts'
import { RESULT_CALLS } from './results.ts'

/**
 * One call for each operation, in this order, each answered with 200. A new operation needs a line in this folder. A
 * test compares its answer with the OpenAPI document, and the reference shows it as an example.
 */
export const CALLS: Calls = {
  ...RESULT_CALLS,
  ...KNOWLEDGE_CALLS,
  ...WORK_CALLS,
  deleteDocument: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}`, method: 'DELETE' }),
  addFacts: ({ head }) => ({
    path: `/api/executions/${head}/facts`,
    method: 'POST',
    body: { mergeBaseSha: '4'.repeat(40), settle: 'if-complete' },
  }),
  getReport: ({ head }) => ({ path: `/api/executions/${head}/report` }),
  ...PEOPLE_CALLS,
  ...MESSAGE_CALLS,
  ...ACCESS_CALLS,
  ingest: ({ now }) => ({
    path: '/api/ingest',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: run({ build: 'by-journal', startedAt: now, results: [passed('cart > adds')] })
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  }),
  uploadTestResults: () => ({
    path: '/api/test-results?branch=main',
    method: 'POST',
    body: {
      project: 'shop',
      suite: 'unit',
      results: [{ file: 'src/cart.test.ts', titles: ['cart', 'adds'], status: 'passed', durationMs: 12 }],
    },
  }),
  // These end the world that the others look at.
  deleteExecution: ({ head }) => ({ path: `/api/executions/${head}`, method: 'DELETE' }),
  deleteProject: () => ({ path: '/api/projects/shop', method: 'DELETE' }),
  deleteOrganization: () => ({ path: '/api/organization?confirm=default', method: 'DELETE' }),
  getHealth: () => ({ path: '/healthz' }),
  getReadiness: () => ({ path: '/readyz' }),
}
