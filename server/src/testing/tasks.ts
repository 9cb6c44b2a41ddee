import type { taskOperations } from '@svc/schema'
import type { z } from 'zod'
import { addAgent, type TestAgent } from './agents.ts'
import type { TestApp } from './make-app.ts'

export type Task = z.output<typeof taskOperations.getTask.output>

export const MINUTE_MS = 60_000

/** So long after now. */
export const later = (app: TestApp, ms: number) => new Date(app.clock() + ms).toISOString()

/** Two agents, and how the first gives a task to the second. */
export async function plannerAndFixer(app: TestApp) {
  const planner = await addAgent(app, 'planner')
  const fixer = await addAgent(app, 'fixer')
  const create = async (body: object = {}) => {
    const { data, error } = await planner.post<Task>('/api/bus/tasks', {
      assignedTo: 'fixer',
      title: 'Mend the cart',
      ...body,
    })
    if (error) throw new Error(error.message)
    return data
  }
  return { planner, fixer, create }
}

export const readTask = async (agent: TestAgent, id: string) =>
  (await agent.get<Task>(`/api/bus/tasks/${id}`)).data
