import { randomBytes } from 'node:crypto'
import { toApiKey } from '@svc/protocol'
import { type CollectedPart, type CollectedTest, startCollector } from './collect.ts'
import type { Project, RunOptions } from './project.ts'

/** One run of a runner, seen from outside. */
export interface Observed {
  code: number | null
  output: string
  parts: CollectedPart[]
  /** The only part; throws if there is not exactly one. */
  part: CollectedPart
  /** The only test of these titles, in the only part. */
  test(...titles: string[]): CollectedTest
}

/** Runs a project's tests with a collector as the server. */
export const observe = async (
  project: Project,
  args: string[],
  options: RunOptions = {},
): Promise<Observed> => {
  const collector = await startCollector()
  try {
    const { code, output } = await project.run(args, {
      ...options,
      env: { SVC_API_KEY: toApiKey(randomBytes(32)), SVC_URL: collector.url, ...options.env },
    })
    const parts = collector.parts()
    const part = () => only(parts, `part in:\n${output}`)
    return {
      code,
      output,
      parts,
      get part() {
        return part()
      },
      test(...titles) {
        const wanted = JSON.stringify(titles)
        return only(
          part().tests.filter((test) => JSON.stringify(test.titles) === wanted),
          `test ${wanted}`,
        )
      },
    }
  } finally {
    await collector.close()
  }
}

const only = <T>(items: T[], what: string): T => {
  const [item] = items
  if (items.length !== 1 || item === undefined)
    throw new Error(`expected one, found ${items.length}: ${what}`)
  return item
}
