import { Problem } from '../../../ground/kernel/problem.ts'
import type { Marks } from './marks.ts'

/** The agent that an id must name, and the last sequence number of its inbox. */
interface InboxOwner {
  public_id: string
  sequence: number
}

/** Returns the id of an event of an agent's stream: `9f3c2a71b04e-4-17-17-12`. */
export const writeEventId = (agentId: string, marks: Marks): string => `${partOf(agentId)}-${marks.join('-')}`

/**
 * Returns the marks of an event's id. Null if another agent's stream sent it, or if a restored backup gives its numbers
 * out again. Throws INVALID_REQUEST for any other text.
 */
export function readEventId({ public_id: agentId, sequence }: InboxOwner, text: string): Marks | null {
  const found = /^([0-9a-f]{12})-(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text.trim())
  if (!found)
    throw new Problem(
      'INVALID_REQUEST',
      'The header Last-Event-ID must be the id of an event of this stream, such as 9f3c2a71b04e-4-17-17-12. Omit it to begin with pending messages.',
    )
  const [, owner, ...numbers] = found
  const marks = numbers.map(Number) as unknown as Marks
  return owner === partOf(agentId) && marks.every((mark) => mark <= sequence) ? marks : null
}

/** The random end of the agent's id: marks of another inbox would acknowledge messages that were never sent. */
const partOf = (agentId: string): string => agentId.slice(-12)
