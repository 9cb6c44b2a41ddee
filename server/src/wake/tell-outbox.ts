import type { Wake } from '../kernel/wake.ts'

interface Settling {
  id: string
  state: string
}

/** Wraps `work` so that it then notifies replicas of the events of a settled execution in the outbox. */
export const tellOutbox =
  <Call, Done>(wake: Wake, work: (call: Call) => Promise<Done>, executionOf: (done: Done) => Settling) =>
  async (call: Call): Promise<Done> => {
    const done = await work(call)
    const { id, state } = executionOf(done)
    if (state !== 'running') wake.notify('outbox', id)
    return done
  }
