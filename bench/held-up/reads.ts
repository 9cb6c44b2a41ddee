import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import { heading, type Verdict } from '../report.ts'
import { startFilledServer } from './filled-server.ts'
import {
  type Cost,
  isAsked,
  measuring,
  onDatabases,
  sendAll,
  showCosts,
  verdictOf,
  verdictOfAnswers,
  worked,
} from './measure-costs.ts'
import { BODY_ENTRIES, READ_ENTRIES } from './read-entries.ts'
import { ROUTE_ENTRIES } from './route-entries.ts'

const MOST_WAIT_MS = 250
const MOST_LOOP_MS = 100
const IDLE_MS = 3_000

/** Each read about the most that is stored, and bodies of the worst forms, beside another organization's small requests. */
export async function benchHeldUpReads(): Promise<Verdict[]> {
  heading('Reads about the most that is stored')
  const costs = await onDatabases(measure)
  showCosts(costs)
  return [
    verdictOf('Worst reads, a small read of others', MOST_WAIT_MS, costs, ({ waits }) => waits.read.longest),
    verdictOf('Worst reads, the event loop', MOST_LOOP_MS, costs, ({ loopMs }) => loopMs),
    verdictOfAnswers('Worst reads', costs),
  ]
}

async function measure(address: StoreAddress, suffix: string): Promise<Cost[]> {
  const { server, ground } = await startFilledServer(address, { hasFiles: true })
  try {
    const costOf = await measuring(server, suffix)
    const costs = [await costOf('nothing', async () => worked(await sleep(IDLE_MS, 'idle')))]
    for (const [name, entry] of Object.entries({ ...READ_ENTRIES, ...ROUTE_ENTRIES, ...BODY_ENTRIES }))
      if (typeof entry === 'function' && isAsked(name))
        // One by one, so that it is clear which of them is dear.
        for (const call of entry(ground))
          costs.push(
            await costOf(`${name} ${call.headers?.['mcp-name'] ?? call.path.slice(0, 90)}`, () =>
              sendAll(server, ground.session, [call]),
            ),
          )
    return costs
  } finally {
    await server.close()
  }
}
