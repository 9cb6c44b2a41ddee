import type { Consumer } from '../../ground/kernel/consumer.ts'
import type { WorkParts } from './dependencies.ts'
import { busConsumer } from './events/event-messages.ts'
import { rerunConsumer } from './events/fill-reruns.ts'
import { fixConsumer } from './events/watch-fixes.ts'
import { expireLeases } from './leases/expire-leases.ts'
import { remindOfOverdue, returnIdle, returnOrphans } from './tasks/due-tasks.ts'

/** The bus's consumers of events. */
export const busConsumers = (parts: Pick<WorkParts, 'bus'>): Consumer[] => [
  busConsumer(parts),
  rerunConsumer(parts),
  fixConsumer(parts),
]

/**
 * Ends expired leases, returns tasks of agents that are gone or silent, and reminds agents of
 * tasks. Concurrent runs are harmless.
 */
export async function tendWork(parts: WorkParts): Promise<void> {
  await expireLeases(parts)
  await returnOrphans(parts)
  await returnIdle(parts)
  await remindOfOverdue(parts)
}
