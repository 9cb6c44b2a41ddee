import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { FlushedJournal } from './flushed-journal.ts'
import { makeJournalFolder } from './folder.ts'
import { KEPT_EXPERIMENTS } from './journal-names.ts'
import { type SentExperiment, type SentExperiments, sendExperiments } from './send-experiments.ts'
import { setAside } from './set-aside.ts'

/** Experiments of one execution, for the server that has it. */
interface Kept {
  server: string
  execution: string
  experiments: SentExperiment[]
}

/** The server, and the root of the project, whose `.svc/journal` keeps what it does not have. */
interface Place {
  url: string
  apiKey: string
  proxy?: Config['proxy'] | undefined
  root: string
}

/** What became of experiments; `kept` is the file that the next flush sends. */
export type KeptOrSent = SentExperiments & { kept?: string }

/**
 * Sends experiments, which are on the disk meanwhile: whoever ends the process loses nothing. They stay there if the
 * server cannot take them now. Never throws for a server, a network or a disk.
 */
export const sendOrKeep = async (place: Place, what: Omit<Kept, 'server'>): Promise<KeptOrSent> => {
  const path = keep(place.root, { server: place.url, ...what })
  const sent = await sendExperiments(place, what)
  if (path === undefined) return sent
  if (sent.kind === 'unsent' && !sent.isFinal) return { ...sent, kept: path }
  await rm(path, { force: true }).catch(() => undefined)
  return sent
}

/** Undefined if the disk cannot be written. */
const keep = (root: string, kept: Kept): string | undefined => {
  try {
    const path = join(makeJournalFolder(root), `${randomUUID()}${KEPT_EXPERIMENTS}`)
    writeFileSync(path, JSON.stringify(kept), { mode: 0o600, flag: 'wx' })
    return path
  } catch {
    return undefined
  }
}

/** Sends the experiments of one file that an earlier process left; undefined if another one has sent it meanwhile. */
export const flushKept = async (
  path: string,
  config: Config,
  deadline: number,
): Promise<FlushedJournal | undefined> => {
  try {
    return await sendFile(path, config, deadline)
  } catch (error) {
    // Another process has set it aside, or the folder cannot be written: the journals are sent all the same.
    if (!existsSync(path)) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    return { path, entries: 0, isComplete: true, state: 'postponed', reason }
  }
}

const sendFile = async (
  path: string,
  { url, apiKey, proxy }: Config,
  deadline: number,
): Promise<FlushedJournal | undefined> => {
  const kept = await readKept(path)
  if (kept === undefined) return undefined
  const about = { path, entries: kept?.experiments.length ?? 0, isComplete: true }
  if (kept === null)
    return { ...about, path: await setAside(path), state: 'rejected', reason: 'the file is damaged' }
  if (kept.server !== url)
    return {
      ...about,
      state: 'postponed',
      reason: `its execution is on ${kept.server}; set SVC_URL to that address`,
    }
  const sent = await sendExperiments({ url, apiKey: apiKey ?? '', proxy }, kept, deadline)
  if (sent.kind === 'unsent')
    return sent.isFinal
      ? { ...about, path: await setAside(path), state: 'rejected', reason: sent.reason }
      : { ...about, state: sent.state, reason: sent.reason }
  await rm(path, { force: true }).catch(() => undefined)
  return { ...about, state: 'sent' }
}

/** Null for a file that nobody wrote whole. */
const readKept = async (path: string): Promise<Kept | null | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { server, execution, experiments } = JSON.parse(text)
    return typeof server === 'string' && typeof execution === 'string' && Array.isArray(experiments)
      ? { server, execution, experiments }
      : null
  } catch {
    return null
  }
}
