import { text } from '../../data/search.ts'

export type AgentsView = 'changes' | 'messages' | 'failed' | 'leases'
const VIEWS: readonly unknown[] = ['changes', 'messages', 'failed', 'leases']

export interface AgentsSearch {
  /** Absent: the agents; for one agent, its messages. */
  view?: AgentsView | undefined
  /** The open thread. */
  thread?: string | undefined
}

export const readAgentsSearch = (raw: Record<string, unknown>): AgentsSearch => ({
  ...(VIEWS.includes(raw.view) && { view: raw.view as AgentsView }),
  ...text('thread', raw.thread),
})

export type TaskState = 'pending' | 'in_progress' | 'done' | 'failed' | 'cancelled' | 'open'
const STATES: readonly unknown[] = ['pending', 'in_progress', 'done', 'failed', 'cancelled', 'open']

export interface TasksSearch {
  /** Absent: the whole board. */
  state?: TaskState | undefined
  project?: string | undefined
  agent?: string | undefined
  task?: string | undefined
}

export const readTasksSearch = (raw: Record<string, unknown>): TasksSearch => ({
  ...(STATES.includes(raw.state) && { state: raw.state as TaskState }),
  ...text('project', raw.project),
  ...text('agent', raw.agent),
  ...text('task', raw.task),
})
