import type { StepContext } from './context.ts'
import type { Collected } from './sources/source.ts'
import type { Svc } from './svc/call.ts'
import { executionsOf } from './svc/executions.ts'
import { type AddedFacts, addFacts, type Facts } from './svc/facts.ts'
import { Trouble } from './trouble.ts'

/** Returns the executions of this job: those it sent to, or those of the build if the test step sent the results. */
export const findExecutions = async (
  context: StepContext,
  svc: Svc,
  collected: Collected,
): Promise<string[]> => {
  if (collected.executionIds.length > 0) return collected.executionIds
  const { settings, config, event } = context
  if (config.solitary) return []
  const executions = await executionsOf(svc, {
    build: config.build,
    ...(settings.project && { project: settings.project }),
    ...(settings.suite && { suite: settings.suite }),
  })
  const repository = event.repository?.full.toLowerCase()
  return executions
    .filter((each) => !each.repository || each.repository.toLowerCase() === repository)
    .map(({ id }) => id)
}

/** Adds facts to an execution; on failure notes a warning and returns undefined. */
export const tell = async (
  context: StepContext,
  svc: Svc,
  id: string,
  facts: Facts,
): Promise<AddedFacts | undefined> => {
  try {
    return await addFacts(svc, id, facts)
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    context.log.note('warning', error.message)
    return undefined
  }
}

/** Adds the changed files to an execution. Older servers do not know them, so a failure is only logged. */
export const tellChangedFiles = async (
  context: StepContext,
  svc: Svc,
  id: string,
  { changedFiles, moreChangedFiles = 0 }: Facts,
): Promise<void> => {
  if (changedFiles === undefined) return
  try {
    await addFacts(svc, id, { changedFiles, moreChangedFiles })
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    context.log.say(`the changed files were not stored: ${error.message}`)
  }
}
