import type { Wake } from '../kernel/wake.ts'

/**
 * Wraps `work` so that it then notifies replicas that an execution changed, and of the events of a settled one
 * in the outbox.
 */
export const tellOutbox =
  <Call extends unknown[], Done>(
    wake: Wake,
    work: (...call: Call) => Promise<Done>,
    executionOf: (done: Done) => { id: string; state: string },
  ) =>
  async (...call: Call): Promise<Done> => {
    const done = await work(...call)
    const { id, state } = executionOf(done)
    wake.notify('executions', id)
    if (state !== 'running') wake.notify('outbox', id)
    return done
  }
