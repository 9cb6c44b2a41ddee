import { readIsoTime } from '@svc/schema'
import { DEFAULT_TOKENS, sameSize } from '../../../ground/kernel/within-budget.ts'
import { sliceText, tokensOf } from '../fit.ts'
import { fence, oneLine, quoted, slug } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'

type Task = OutputOf<'updateTask'>

/** Says how a deadline was read, if its writer may have meant another time. */
export const zoneNote = (deadline: string | undefined): string =>
  deadline !== undefined && readIsoTime(deadline)?.hasZone === false
    ? ' The deadline named no time zone, so it is UTC.'
    : ''

/** A task after a change: without its text, which the call that changed it often wrote. */
export function renderTask(task: Task, first: string) {
  const { result } = task
  const lines = [
    first,
    ...factLines(task),
    ...(result === null
      ? []
      : [fence(JSON.stringify(result), { source: `result of task ${task.id}`, maxTokens: 500 })]),
    ...(textOf(task) === '' ? [] : [`svc_agent_read {"task_id":"${task.id}"} returns it whole.`]),
  ]
  return { text: lines.join('\n'), structured: { task: factsOf(task) } }
}

/**
 * A task with its description, payload and result. If they do not fit, the answer has a part of them from `offset`, and the
 * call that continues.
 */
export function renderWholeTask(
  task: Task,
  budget: number,
  { first = [] as string[], offset = 0, max_tokens = DEFAULT_TOKENS } = {},
) {
  const { description, payload, result } = task
  const about = [...first, ...factLines(task)]
  const facts = factsOf(task)
  const whole = textOf(task)
  const wholeData = { ...facts, description, payload, result }
  const all = whole === '' ? about : [...about, fence(whole, { source: `task ${task.id}` })]
  if (offset === 0 && tokensOf(all.join('\n'), { task: wholeData, truncated: false }) <= budget)
    return { text: all.join('\n'), structured: { task: wholeData, truncated: false } }
  const room = budget - tokensOf(about.join('\n'), facts) - FRAME_TOKENS
  const slice = sliceText(whole, offset, Math.max(FEWEST_TOKENS, room))
  const { content, offset: start, nextOffset, totalCharacters } = slice
  const source = `task ${task.id}, characters ${start} to ${start + content.length} of ${totalCharacters}`
  const next = JSON.stringify({ task_id: task.id, offset: nextOffset, ...sameSize(max_tokens) })
  const lines = [
    ...about,
    fence(content, { source }),
    ...(nextOffset === null ? [] : [`[cut: svc_agent_read ${next} continues]`]),
  ]
  return {
    text: lines.join('\n'),
    structured: { task: { ...facts, ...slice }, truncated: nextOffset !== null },
  }
}

/** The lines around the text, and the same as data. */
const FRAME_TOKENS = 110
/** A text gets this much of the smallest budget, too. */
const FEWEST_TOKENS = 100

function factLines(task: Task): string[] {
  const { id, title, status, priority, deadline, assignedTo, createdBy, lease, returnsAt } = task
  return [
    `Task ID: ${id}`,
    `Title: ${quoted(title, 200)}`,
    `Status: ${status} · priority ${priority} · deadline ${deadline ?? 'none'}`,
    `Assigned to: ${slug(assignedTo)} · created by ${slug(createdBy)}`,
    ...(returnsAt === null || lease !== null
      ? []
      : [
          `Without a lease it becomes pending at ${returnsAt}, or 60 minutes after the last call of ${slug(assignedTo)}. svc_lease reserves it.`,
        ]),
  ]
}

const factsOf = ({ id, title, status, priority, deadline, assignedTo, createdBy, version }: Task) => ({
  id,
  title: oneLine(title),
  status,
  priority,
  deadline,
  assignedTo,
  createdBy,
  version,
})

/** Everything that its sides wrote, except its title. */
function textOf({ description, payload, result }: Task): string {
  const parts = [
    ...(description === null || description === '' ? [] : [`description:\n${description}`]),
    ...(payload === null ? [] : [`payload:\n${JSON.stringify(payload, null, 1)}`]),
    ...(result === null ? [] : [`result:\n${JSON.stringify(result, null, 1)}`]),
  ]
  return parts.join('\n\n')
}
