import type { Attempt } from '@svc/protocol'

/** Counts tests, not attempts, with memory only for tests that failed: only those are tried again. */
export interface Tally {
  count(group: number, title: string, occurrence: number, attempt: Attempt): void
  readonly results: number
}

export const makeTally = (): Tally => {
  const failed = new Set<string>()
  let results = 0
  return {
    count(group, title, occurrence, { status, repeat }) {
      const isFailure = status !== 'passed' && status !== 'skipped'
      if (failed.size > 0 || isFailure) {
        const key = `${group}\0${occurrence}\0${title}`
        if (failed.has(key)) return
        if (isFailure) failed.add(key)
      }
      if (!repeat) results += 1
    },
    get results() {
      return results
    },
  }
}
