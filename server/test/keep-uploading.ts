import type { Clients } from './journal-client.ts'
import { buildJournals, type MadeJournal } from './made-journals.ts'
import type { Seeded } from './seeded.ts'

const UPLOADS_AT_ONCE = 4

/** Uploads one build after another, several journals at once, until it is over; gives all it uploaded. */
export async function keepUploading(
  clients: Clients,
  random: Seeded,
  startedAt: number,
  isOver: () => boolean,
): Promise<MadeJournal[]> {
  const journals: MadeJournal[] = []
  const waiting: MadeJournal[] = []
  let builds = 0
  const next = () => {
    if (waiting.length === 0 && !isOver()) waiting.push(...buildJournals(random, builds++, startedAt))
    return waiting.shift()
  }
  const upload = async () => {
    for (let journal = next(); journal; journal = next()) {
      journals.push(journal)
      await clients.upload(journal)
    }
  }
  const stopped = await Promise.allSettled(Array.from({ length: UPLOADS_AT_ONCE }, upload))
  for (const each of stopped) if (each.status === 'rejected') throw each.reason
  return journals
}
