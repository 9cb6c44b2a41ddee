import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Failure, JOURNAL_VERSION, type JournalLine, type OpenLine, type TestName } from '@svc/protocol'
import { makeArtifactQueue } from './artifact-queue.ts'
import { makeCleaner } from './clean.ts'
import { cleanOpen } from './clean-open.ts'
import { roundMs } from './detail.ts'
import { artifactFolder, journalFolder } from './folder.ts'
import { openJournal } from './journal.ts'
import { makeLines } from './lines.ts'
import { isInUse, removeLock } from './lock.ts'
import { firstOpen } from './open.ts'
import { makeRelative } from './paths.ts'
import { describeWait } from './receipt.ts'
import type { RecordedAttempt } from './recorded.ts'
import {
  completeReported,
  type NamedByReports,
  type ReportEnd,
  type ReportFacts,
  toOpen,
} from './report-open.ts'
import { findRoot } from './root.ts'
import { beginReceipt } from './run-receipt.ts'
import { summarize } from './segments.ts'
import { setAside } from './set-aside.ts'
import { startClock } from './steady-clock.ts'
import { type Outcome, sendJournal } from './upload.ts'
import { uuidv7 } from './uuid.ts'

/** The outcome of sending; `path` is the kept journal if it was not sent, absent if it is lost. */
export type ReportSent = (Outcome | { kind: 'kept' }) & {
  results: number
  path?: string
  /** The outcome for attachments, as a sentence. */
  artifacts?: string
}

/** Receives the content of reports, keeps it on disk, and sends it at the end. */
export interface ReportRecording {
  readonly root: string
  /** As the facts have it. */
  readonly folder: string
  file(path: string): string
  attempt(test: TestName, attempt: RecordedAttempt): void
  error(failure: Failure, file?: string): void
  warning(message: string): void
  /** Removes the recorded results. */
  discard(): void
  /** Ends the journal and sends it; without a key it is kept. Never rejects, and prints nothing. */
  finish(end: ReportEnd): Promise<ReportSent & { named?: NamedByReports }>
}

/** Returns the root, folder and paths of a recording without starting one. */
export const placesOf = ({
  folder,
  config,
}: Pick<ReportFacts, 'folder' | 'config'>): Pick<ReportRecording, 'root' | 'folder' | 'file'> => {
  const { path: root } = findRoot(folder, config.declaredRoot)
  return { root, folder, file: makeRelative(root) }
}

/** Starts recording the content of report files; synchronous. */
export const recordReport = (facts: ReportFacts): ReportRecording => {
  const { config, id = uuidv7() } = facts
  const root = findRoot(facts.folder, config.declaredRoot)
  const relative = makeRelative(root.path)
  const cleaner = makeCleaner({ root: root.path, relative, secrets: config.secrets })
  const first = toOpen(
    facts,
    firstOpen(id, { ...facts, options: {}, runnerRoot: root.path }, config, root, relative),
  )
  const open = cleanOpen(first, cleaner)
  removeLeftBehind(root.path, id)
  const journal = openJournal(root.path, id)
  const write = (line: JournalLine) => journal.append(JSON.stringify(line))
  write(['open', JOURNAL_VERSION, open])
  const endReceipt = config.receipts ? beginReceipt(config.receipts, id) : undefined
  const artifacts = makeArtifactQueue({
    folder: artifactFolder(join(journalFolder(root.path), `${id}.ndjson`)),
    root: root.path,
    base: facts.folder,
    runnerFolders: [],
    secrets: config.secrets,
  })
  // Times come from the report, so no clock of this machine affects them.
  const clock = { now: () => Number.POSITIVE_INFINITY, isPast: () => true, aheadMs: () => 0 }
  const lines = makeLines(config, { clock, startedAt: open.startedAt }, cleaner, journal.append, artifacts)

  return {
    root: root.path,
    folder: facts.folder,
    file: relative,
    attempt: lines.attempt,
    error: lines.error,
    warning: (message) => void lines.warning(message),
    discard() {
      journal.close()
      journal.remove()
      journal.release()
    },
    finish: (end) => finish(end).catch(notSent),
  }

  async function finish(end: ReportEnd): Promise<ReportSent & { named?: NamedByReports }> {
    const named: NamedByReports = {}
    const sent = await send(end, named)
    return Object.keys(named).length > 0 ? { ...sent, named } : sent
  }

  async function send(end: ReportEnd, named: NamedByReports): Promise<ReportSent> {
    const { status, endedAt, unfinished, onProgress, onWait } = end
    const { truncated, redacted } = cleaner
    const durationMs = roundMs(endedAt - open.startedAt)
    const complete = await completeReported({ facts, first, root, end, named })
    const openLine: OpenLine = ['open', JOURNAL_VERSION, cleanOpen(complete, cleaner)]
    write(openLine)
    const counts = { ...(truncated && { truncated }), ...(redacted && { redacted }) }
    write(['end', { status, durationMs, ...counts, ...(unfinished && { unfinished }) }])
    const source = journal.close()
    const kept = () => ({
      results: lines.results(),
      ...(journal.save() && { path: journal.peek().path ?? '' }),
    })
    const told = (outcome?: Outcome) => {
      const isSent = outcome?.kind === 'sent'
      const url = isSent ? outcome.url : undefined
      const path = journal.problem ? undefined : journal.peek().path
      endReceipt?.({ isSent, status, journal: path, server: config.url, ...(url !== undefined && { url }) })
    }
    try {
      if (!config.apiKey) {
        told()
        await artifacts.kept()
        return { kind: 'kept', ...kept() }
      }
      const { entries: total } = await summarize(source)
      const outcome = await sendJournal({
        source,
        open: JSON.stringify(openLine),
        config,
        deadline: performance.now() + config.timeoutMs,
        clock: startClock().now,
        onAccepted: (entries) => onProgress?.({ entries, total }),
        onWait: (ms, reason) => onWait?.(describeWait(ms, reason, config.url)),
      })
      told(outcome)
      if (outcome.kind === 'rejected') {
        const { path = '' } = kept()
        return { ...outcome, results: lines.results(), path: await setAside(path).catch(() => path) }
      }
      if (outcome.kind !== 'sent') {
        await artifacts.kept()
        return { ...outcome, ...kept() }
      }
      if (!artifacts.isUsed) {
        journal.remove()
        return { ...outcome, results: lines.results() }
      }
      journal.markSent()
      const { finishArtifacts } = await import('./artifact-finish.ts')
      const sent = await finishArtifacts({
        config,
        journal: journal.peek().path,
        open: JSON.stringify(openLine),
        artifacts,
        url: outcome.url,
        removeJournal: journal.remove,
      })
      return { ...outcome, results: lines.results(), ...(sent.text && { artifacts: sent.text }) }
    } finally {
      journal.release()
    }
  }

  function notSent(error: unknown): ReportSent {
    const reason = error instanceof Error ? error.message : String(error)
    const { path } = journal.peek()
    return { kind: 'postponed', reason, results: lines.results(), ...(path && { path }) }
  }
}

/** A journal with the same content from an earlier attempt: this one replaces it. */
const removeLeftBehind = (root: string, id: string): void => {
  const path = join(journalFolder(root), `${id}.ndjson`)
  if (isInUse(path)) return
  removeLock(path)
  try {
    rmSync(path, { force: true })
    rmSync(artifactFolder(path), { recursive: true, force: true })
  } catch {
    // The journal cannot be opened then either, and says so.
  }
}
