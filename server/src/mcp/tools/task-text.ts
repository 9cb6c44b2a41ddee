import { fence, oneLine } from '../render.ts'

interface Task {
  id: string
  title: string
  status: string
  priority: number
  deadline: string | null
  assignedTo: string
  createdBy: string
  version: number
  result: Record<string, unknown> | null
  lease: object | null
  /** When it becomes pending again. */
  returnsAt: string | null
}

/** A task for the model: without the texts that the caller wrote itself. */
export function renderTask(task: Task, first: string) {
  const { id, title, status, priority, deadline, assignedTo, createdBy, version, result, lease, returnsAt } =
    task
  const lines = [
    first,
    `Task ID: ${id}`,
    `Title: ${oneLine(title)}`,
    `Status: ${status} · priority ${priority} · deadline ${deadline ?? 'none'}`,
    `Assigned to: ${oneLine(assignedTo)} · created by ${oneLine(createdBy)}`,
    ...(returnsAt === null || lease !== null
      ? []
      : [
          `Without a lease it becomes pending at ${returnsAt}, or 60 minutes after the last call of ${oneLine(assignedTo)}. svc_lease reserves it.`,
        ]),
    ...(result === null
      ? []
      : [fence(JSON.stringify(result), { source: `result of task ${id}`, maxTokens: 500 })]),
  ]
  const structured = { id, title: oneLine(title), status, priority, deadline, assignedTo, createdBy, version }
  return { text: lines.join('\n'), structured: { task: structured } }
}
