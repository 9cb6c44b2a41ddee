import type { comparisonOperations } from '@svc/schema'
import type { z } from 'zod'
import type { TestApp } from './make-app.ts'

export type Compared = z.output<typeof comparisonOperations.compareExecutions.output>

/** The comparison of two executions by their ids, up to 200 of each group; without a base the one that the server chooses. */
export async function compare(app: TestApp, head: string, base = 'auto'): Promise<Compared> {
  const { data, error } = await app.get<Compared>(`/api/compare?base=${base}&head=${head}&limit=200`)
  if (error) throw new Error(error.message)
  return data
}

const GROUPS = [
  'regressions',
  'improvements',
  'stillFailing',
  'newlyFlaky',
  'newTests',
  'removed',
  'stoppedRunning',
  'slower',
  'faster',
  'failuresNotCompared',
] as const

/** The titles in each group that is not empty: what a comparison says, at a glance. */
export function grouped(compared: Compared): Partial<Record<(typeof GROUPS)[number], string[]>> {
  const groups: Partial<Record<(typeof GROUPS)[number], string[]>> = {}
  for (const name of GROUPS) {
    const titles = compared[name].map((change) => change.titles.join(' > '))
    if (titles.length > 0) groups[name] = titles
  }
  return groups
}
