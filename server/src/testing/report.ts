import type { ciOperations } from '@svc/schema'
import type { z } from 'zod'
import type { TestApp, TestRequest } from './make-app.ts'

export type Report = z.output<typeof ciOperations.getReport.output>

/** The report of an execution. */
export const ask = (app: TestApp, id: string, query = '', init: TestRequest = {}) =>
  app.get<Report>(`/api/executions/${id}/report${query}`, init)
