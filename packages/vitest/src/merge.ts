import type { TestModule, Vitest } from 'vitest/node'
import { inPlace, type Relocate } from './failure.ts'
import { metaOf, taskOf } from './internals.ts'

/** True if Vitest reads blob reports of earlier runs instead of running tests. */
export const isMergeOf = (vitest: Vitest): boolean =>
  Boolean(vitest.config.mergeReports || vitest.state.blobs)

/** Marks a module as reported: the mark is part of a blob, so that merging does not report it again. */
export const markReported = (module: TestModule): void => {
  metaOf(module).svc = { isReported: true }
}

/** True if the run that the blob comes from also had the svc reporter. */
export const isReported = (module: TestModule): boolean => metaOf(module).svc?.isReported === true

/** From the start of the first test to the end of the last, in milliseconds since the epoch. */
export const spanOf = (modules: readonly TestModule[]): { startedAt: number; endedAt: number } => {
  let startedAt = Number.POSITIVE_INFINITY
  let endedAt = 0
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const times = test.diagnostic()
      if (!times) continue
      startedAt = Math.min(startedAt, times.startTime)
      endedAt = Math.max(endedAt, times.startTime + times.duration)
    }
  const now = Date.now()
  return endedAt > 0 ? { startedAt, endedAt } : { startedAt: now, endedAt: now }
}

/** Converts paths of the checkout in which a merged module ran to those of the local one. */
export const relocationOf = (module: TestModule): Relocate => {
  const name = taskOf(module).name ?? module.relativeModuleId
  const { moduleId, project } = module
  const here = `${project.config.root}/`
  if (!name || moduleId.startsWith(here) || !moduleId.endsWith(`/${name}`)) return inPlace
  const there = moduleId.slice(0, -name.length)
  return (text) => text.replaceAll(there, here)
}
