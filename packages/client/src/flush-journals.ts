import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { JOURNAL_VERSION, type Open, type OpenLine } from '@svc/protocol'
import { makeCleaner } from './clean.ts'
import { cleanOpen } from './clean-open.ts'
import type { Config } from './config.ts'
import type { FlushedJournal } from './flushed-journal.ts'
import { artifactFolder, journalFolder } from './folder.ts'
import { readGitHead } from './git-head.ts'
import type { JournalSource } from './journal.ts'
import { KEPT_EXPERIMENTS } from './journal-names.ts'
import { claim, isInUse, lockPath, removeLock } from './lock.ts'
import { completeOpen } from './open.ts'
import { type JournalSummary, summarize } from './segments.ts'
import { setAside } from './set-aside.ts'
import { type Outcome, sendJournal } from './upload.ts'

interface Flush {
  root: string
  config: Config
  /** By `performance.now()`. */
  deadline: number
  /** For artifacts, once results are sent; default: the same. */
  artifactsDeadline?: number
  /** The maximum number of journals to try; default: all. */
  most?: number
  /** Changes the facts of each journal before it is sent; if it throws, the journal is kept. */
  rewrite?: (open: Open) => Open
  /** True if another machine recorded them, whose commits this machine's git does not know. */
  isForeign?: boolean
  /** Called before a pause that the server asked for, in milliseconds. */
  onWait?: (ms: number, reason: string) => void
}

/**
 * Sends the journals below a root, oldest first, and removes those that the server has. Omits
 * journals that another process sent and removed meanwhile.
 */
export const flushJournals = async (flush: Flush): Promise<FlushedJournal[]> => {
  const { most = Number.POSITIVE_INFINITY } = flush
  const flushed: FlushedJournal[] = []
  let obstacle: Outcome | undefined
  let tried = 0
  for (const path of await findJournals(flush.root)) {
    const journal =
      tried < most ? await flushOne(path, flush, obstacle) : untried(path, `only ${most} were tried`)
    if (!journal) continue
    flushed.push(journal)
    if (journal.state !== 'running' && journal.state !== 'empty') tried += 1
    if (journal.state === 'denied' || journal.state === 'postponed')
      obstacle ??= { kind: journal.state, reason: journal.reason ?? '' }
  }
  const trials = await findKept(flush.root)
  if (trials.length === 0 || obstacle) return flushed
  const { flushKept } = await import('./kept-experiments.ts')
  for (const path of trials.slice(0, most)) {
    const kept = await flushKept(path, flush.config, flush.deadline)
    if (kept) flushed.push(kept)
  }
  return flushed
}

/** Files of trials that the server does not have yet. */
const findKept = async (root: string): Promise<string[]> => {
  const folder = journalFolder(root)
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter((name) => name.endsWith(KEPT_EXPERIMENTS)).map((name) => join(folder, name))
}

const findJournals = async (root: string): Promise<string[]> => {
  const folder = journalFolder(root)
  const names = await readdir(folder).catch((): string[] => [])
  const journals = names.filter((name) => name.endsWith('.ndjson')).sort()
  const isOrphan = (name: string) => !names.includes(journalOf(name) ?? name)
  await removeOrphans(folder, names.filter(isOrphan))
  return journals.map((name) => join(folder, name))
}

/** The journal that a lock or a folder of artifacts belongs to; undefined for anything else. */
const journalOf = (name: string): string | undefined => {
  if (name.endsWith('.lock')) return name.slice(0, -'.lock'.length)
  return name.endsWith('.artifacts') ? `${name.slice(0, -'.artifacts'.length)}.ndjson` : undefined
}

/**
 * A lock outlives its journal if its process was killed while sending; artifacts do if it was
 * killed while removing.
 */
const removeOrphans = async (folder: string, names: string[]) => {
  for (const name of names) {
    const journal = join(folder, journalOf(name) ?? name)
    if (isInUse(journal)) continue
    await rm(lockPath(journal), { force: true }).catch(() => undefined)
    await rm(artifactFolder(journal), { recursive: true, force: true }).catch(() => undefined)
  }
}

const flushOne = async (
  path: string,
  flush: Flush,
  obstacle: Outcome | undefined,
): Promise<FlushedJournal | undefined> => {
  const unread = { path, entries: 0, isComplete: false }
  if (!tryClaim(path)) return { ...unread, state: 'running' }
  try {
    const source = { path, bytes: (await stat(path)).size, lines: [], isFound: true }
    const summary = await summarize(source)
    const about = { path, entries: summary.entries, isComplete: summary.hasEnd }
    if (summary.open === undefined) return { ...about, ...(await dropUnreadable(path)) }
    if (obstacle && obstacle.kind !== 'sent')
      return { ...about, state: obstacle.kind, reason: obstacle.reason }
    const outcome = await sendResults(path, { source, summary, line: summary.open }, flush)
    const artifacts = outcome.kind === 'sent' ? await sendKept(path, summary.open, outcome, flush) : undefined
    const { trouble, note, hasLoss } = artifacts ?? {}
    return {
      ...about,
      ...(await settle(path, trouble ?? outcome)),
      ...(note && { note }),
      ...(hasLoss && { hasLoss }),
      ...(trouble && { hasResults: true, ...('url' in outcome && { url: outcome.url }) }),
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    return { ...unread, state: 'postponed', reason: `the journal could not be read: ${reason}` }
  } finally {
    removeLock(path)
  }
}

interface JournalState {
  source: JournalSource
  summary: JournalSummary
  /** The open line. */
  line: string
}

/** Results that were sent before need not be sent again: only artifacts were left. */
const sendResults = async (
  path: string,
  { source, summary, line }: JournalState,
  flush: Flush,
): Promise<Outcome> => {
  const before = existsSync(artifactFolder(path)) ? await resultsSentBefore(path) : undefined
  if (before) return { kind: 'sent', warnings: [], ...before }
  const open = rewritten(flush.isForeign ? line : await completed(line, summary, flush), flush.rewrite)
  const sent = await sendJournal({ ...flush, source, open })
  return sent.kind === 'sent' && !summary.hasEnd ? tellLost(open, summary.entries, flush) : sent
}

const rewritten = (line: string, rewrite: Flush['rewrite']): string => {
  if (!rewrite) return line
  const [kind, version, open] = JSON.parse(line) as OpenLine
  if (version !== JOURNAL_VERSION) throw new Error(`it has version ${version} instead of ${JOURNAL_VERSION}`)
  return JSON.stringify([kind, version, rewrite(open)])
}

const resultsSentBefore = async (path: string) => {
  const { readResultsSent } = await import('./artifact-list.ts')
  return readResultsSent(artifactFolder(path))
}

/** Attachments, after the results; the code is loaded only if there are any. */
const sendKept = async (path: string, line: string, results: Outcome, flush: Flush) => {
  if (!existsSync(artifactFolder(path))) return undefined
  const { flushArtifacts } = await import('./artifact-flush.ts')
  const { config, deadline, artifactsDeadline = deadline } = flush
  const url = 'url' in results ? results.url : undefined
  return flushArtifacts({ config, folder: artifactFolder(path), line, url, deadline: artifactsDeadline })
}

const untried = (path: string, reason: string): FlushedJournal => {
  const about = { path, entries: 0, isComplete: false }
  return isInUse(path) ? { ...about, state: 'running' } : { ...about, state: 'postponed', reason }
}

/** A read-only folder has no locks; sending twice is idempotent. */
const tryClaim = (path: string): boolean => {
  try {
    return claim(path)
  } catch {
    return true
  }
}

/** The run has ended, and the server has all its results, so it need not wait for more. */
const tellLost = (line: string, from: number, flush: Flush): Promise<Outcome> => {
  const [kind, version, open] = JSON.parse(line) as OpenLine
  return sendJournal({
    ...flush,
    source: { bytes: 0, lines: [] },
    open: JSON.stringify([kind, version, { ...open, lost: true }]),
    from,
  })
}

/**
 * A run that was killed before its first complete line has no results; if more lines follow, the
 * file is damaged.
 */
const dropUnreadable = async (path: string): Promise<Pick<FlushedJournal, 'path' | 'state' | 'reason'>> => {
  if ((await readFile(path)).includes('\n'))
    return { path: await setAside(path), state: 'rejected', reason: 'its first line is damaged' }
  await rm(path, { force: true })
  return { path, state: 'empty' }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const settle = async (
  path: string,
  outcome: Outcome,
): Promise<Omit<FlushedJournal, 'entries' | 'isComplete'>> => {
  if (outcome.kind === 'sent') {
    const kept = await rm(path, { force: true }).catch((error: Error) => error)
    await rm(artifactFolder(path), { recursive: true, force: true }).catch(() => undefined)
    const reason = kept && `the journal could not be removed: ${kept.message}`
    const { url } = outcome
    return { path, state: 'sent', ...(url && { url }), ...(reason && { reason }) }
  }
  if (outcome.kind !== 'rejected') return { path, state: outcome.kind, reason: outcome.reason }
  return { path: await setAside(path), state: 'rejected', reason: outcome.reason }
}

/** A commit that no repository has: the tested commit is unknown, so git only supplies other facts. */
const NO_COMMIT = '0'.repeat(40)

/** The run was killed before git answered, so git is now asked about the commit that was checked out then. */
const completed = async (
  line: string,
  summary: JournalSummary,
  { root, config }: { root: string; config: Config },
): Promise<string> => {
  if (summary.opens > 1) return line
  const parsed: unknown = JSON.parse(line)
  if (!Array.isArray(parsed) || parsed[1] !== JOURNAL_VERSION) return line
  const open: Open = parsed[2]
  const tested = open.code.testedSha
  const commit = tested && tested === readGitHead(root).sha ? undefined : (tested ?? NO_COMMIT)
  const complete = await completeOpen(open, { path: root, kind: open.root }, config, commit)
  const cleaner = makeCleaner({ root, relative: (path) => path, secrets: config.secrets })
  return JSON.stringify(['open', JOURNAL_VERSION, cleanOpen(complete, cleaner)])
}
