import type { TestApp } from './make-app.ts'
import { failed, type MadeRun, settled } from './upload.ts'

interface Seen {
  at: string
  execution: { id: string } | null
  branch: string | null
  commit: string | null
}

export interface Cluster {
  fingerprint: string
  message: string
  failed: number
  flaky: number
  errors: number
  tests: number
  files: number
  legs: string[]
  executions: number
  branches: string[]
  branchCount: number
  commitCount: number
  days: object[]
  sample: { titles: string[] }[]
  errorFiles: string[]
  firstSeen: Seen
  lastSeen: Seen
}

/** What one cluster says of itself. */
export interface Detail extends Cluster {
  occurrences: { execution: { id: string; branch: string }; failed: number; tests: number; legs: string[] }[]
  nextCursor: string | null
}

export const project = 'shop'

/** The clusters that a query finds. */
export async function listFailures(app: TestApp, query: string) {
  const answer = await app.get<Cluster[]>(`/api/failures?${query}`)
  if (answer.error) throw new Error(answer.error.message)
  return answer.data
}

/** Each cluster as `message: failed/flaky/errors`. */
export const sizes = (clusters: Cluster[]) =>
  clusters.map(({ message, failed, flaky, errors }) => `${message}: ${failed}/${flaky}/${errors}`)

/** A settled execution of the project. */
export const settledShop = (app: TestApp, more: MadeRun) => settled(app, { project, ...more })

export const noElement = (title: string, file?: string) =>
  failed(title, { message: 'no element #pay', ...(file ? { file } : {}) })
