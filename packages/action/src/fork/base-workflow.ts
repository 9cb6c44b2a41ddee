import { parse } from 'yaml'
import { at, listAt, textAt } from '../fields.ts'

/** The suites and projects that a job may report to. */
export interface JobInputs {
  suites: string[]
  projects: string[]
}

/** More values than any matrix has: GitHub allows 256 jobs. */
const MOST_VALUES = 256

/**
 * Returns what a workflow file says about suites and projects, by the id of each job. Reads the inputs of steps, the
 * variables SVC_SUITE and SVC_PROJECT, and the matrix; omits values that depend on anything else.
 */
export const inputsOfJobs = (text: string): Map<string, JobInputs> => {
  const workflow = parsed(text)
  return new Map(
    Object.entries(objectAt(workflow, 'jobs')).map(([id, job]) => [
      id,
      {
        suites: valuesOf(workflow, { id, job }, 'suite', 'SVC_SUITE'),
        projects: valuesOf(workflow, { id, job }, 'project', 'SVC_PROJECT'),
      },
    ]),
  )
}

const parsed = (text: string): unknown => {
  try {
    return parse(text, { logLevel: 'silent' })
  } catch {
    return undefined
  }
}

interface Named {
  id: string
  job: unknown
}

const valuesOf = (workflow: unknown, named: Named, input: string, variable: string): string[] => {
  const { job } = named
  const steps = listAt(job, 'steps')
  const given = [
    textAt(workflow, `env.${variable}`),
    textAt(job, `env.${variable}`),
    // The inputs of a workflow that this job calls.
    textAt(job, `with.${input}`),
    ...steps.flatMap((step) => [textAt(step, `with.${input}`), textAt(step, `env.${variable}`)]),
  ]
  return [...new Set(given.flatMap((value) => (value ? expanded(value, named) : [])))]
}

/** Returns the value for each row of the matrix; empty if it depends on more than the matrix and the job's id. */
const expanded = (value: string, { id, job }: Named): string[] => {
  const [start = '', ...pieces] = value.split('${{')
  let values = [start]
  for (const piece of pieces) {
    const [expression = '', rest = ''] = piece.split('}}')
    const [, name, path] = /^matrix\.([\w-]+)(?:\.([\w.-]+))?$/.exec(expression.trim()) ?? []
    const choices = name ? ofMatrix(job, name, path) : expression.trim() === 'github.job' ? [id] : []
    values = values.flatMap((each) => choices.map((choice) => each + choice + rest)).slice(0, MOST_VALUES)
  }
  return values.map((each) => each.trim()).filter((each) => each !== '')
}

const ofMatrix = (job: unknown, name: string, path: string | undefined): string[] =>
  [
    ...listAt(job, `strategy.matrix.${name}`),
    ...listAt(job, 'strategy.matrix.include').map((row) => at(row, name)),
  ]
    .map((each) => (path ? at(each, path) : each))
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String)

const objectAt = (value: unknown, path: string): Record<string, unknown> => {
  const found = at(value, path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {}
}
