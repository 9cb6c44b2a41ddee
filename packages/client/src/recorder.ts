import { join } from 'node:path'
import {
  type End,
  type EndLine,
  type Failure,
  type Imports,
  JOURNAL_VERSION,
  type JournalLine,
  type OpenLine,
  type TestName,
} from '@svc/protocol'
import { makeArtifactQueue } from './artifact-queue.ts'
import { detectCi } from './ci.ts'
import { makeCleaner } from './clean.ts'
import { cleanOpen } from './clean-open.ts'
import { type Config, resolveConfig } from './config.ts'
import { roundMs } from './detail.ts'
import { artifactFolder, journalFolder } from './folder.ts'
import { changedIn, listImports, type ModuleGraph } from './imports.ts'
import { openJournal } from './journal.ts'
import { makeLines } from './lines.ts'
import { completeOpen, firstOpen, type RecorderStart } from './open.ts'
import { unknownOptions } from './option-names.ts'
import { makeRelative } from './paths.ts'
import type { RecordedAttempt } from './recorded.ts'
import { findRoot } from './root.ts'
import { beginReceipt } from './run-receipt.ts'
import { FLUSH_COMMAND, say } from './say.ts'
import { joinShards } from './shard-build.ts'
import { startClock } from './steady-clock.ts'
import { readStoredLogin } from './stored-login.ts'
import { uuidv7 } from './uuid.ts'
import { within } from './within.ts'

type RunEnd = Pick<End, 'status' | 'unfinished'> & { endedAt?: number }

/** Records results during a run, keeps them on disk, and sends them at the end. */
export interface Recorder {
  /** The folder that paths are relative to, absolute. */
  readonly root: string
  /** False if nothing is kept: without an API key, if disabled, or in a watch mode that the user did not opt in. */
  readonly isRecording: boolean
  /** A path in the form that results contain: posix and relative to the root; outside it, `../…` is kept. */
  file(path: string): string
  /** Records one attempt of a test when it has ended; it is on disk when this returns. */
  attempt(test: TestName, attempt: RecordedAttempt): void
  /** Records several attempts together; all are on disk when this returns. */
  together(work: () => void): void
  /** Records a failure outside any test, for example a file that does not load. */
  error(failure: Failure, file?: string): void
  /** Records what test files with failures import, before `finish`; their paths are absolute. `makeGraph` may throw. */
  imports(tests: readonly string[], makeGraph: () => ModuleGraph): void
  /** Records a sentence for readers of the execution. */
  warning(message: string): void
  /**
   * Ends the journal and sends it, then the attachments. Never rejects, and takes at most the
   * option `timeoutMs`, plus `artifactsTimeoutMs` if there are artifacts. `endedAt`, in
   * milliseconds since the epoch, is for tests that ran earlier, as in a merged report; default:
   * now. `unfinished` counts the files that a bail did not let end.
   */
  finish(end: RunEnd): Promise<void>
}

/**
 * Starts a recording. Synchronous, never throws; does nothing if it is disabled, or has neither a
 * key nor the option `record`.
 */
export const startRecorder = (start: RecorderStart): Recorder => {
  try {
    return record(start, resolveConfig(start.options, process.env, detectCi(), readStoredLogin))
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    return recordNothing(start, undefined, `could not start recording: ${reason}`)
  }
}

/** A recorder with resolved settings. */
export const record = (start: RecorderStart, config: Config): Recorder => {
  if (!config.enabled) return recordNothing(start, config.declaredRoot)
  if (start.isWatch && !config.watch) return recordNothing(start, config.declaredRoot, watchAdvice(config))
  const unknown = unknownOptions(start.options)
  if (unknown.length > 0) void import('./tell-unknown.ts').then(({ tellUnknown }) => tellUnknown(unknown))
  if (!config.apiKey && !config.recordsWithoutKey && !config.trial) {
    const how = config.ci ? 'set SVC_API_KEY' : 'set SVC_API_KEY, or run npx --no svc login'
    const advice = `no API key, so nothing is recorded; ${how} (or enabled: false to silence this)`
    return recordNothing(start, config.declaredRoot, config.quiet ? undefined : advice)
  }
  const root = findRoot(start.runnerRoot, config.declaredRoot)
  const relative = makeRelative(root.path)
  const id = uuidv7()
  const clock = startClock()
  const cleaner = makeCleaner({ root: root.path, relative, secrets: config.secrets })
  const first = firstOpen(id, start, config, root, relative)
  const build = config.solitary && !config.ci && !config.trial ? joinShards(root.path, first) : undefined
  const open = cleanOpen({ ...first, ...(build && { build }) }, cleaner)
  const kept = config.trial ?? root.path
  const journal = openJournal(kept, id, (exitCode) => {
    const end = !isOver && SIGNALLED.has(exitCode) ? endLine({ status: 'interrupted' }) : unwrittenEnd
    return end && JSON.stringify(end)
  })
  const write = (line: JournalLine) => journal.append(JSON.stringify(line))
  write(['open', JOURNAL_VERSION, open])
  const endReceipt = config.receipts ? beginReceipt(config.receipts, id) : undefined

  const artifacts = makeArtifactQueue({
    folder: artifactFolder(join(journalFolder(kept), `${id}.ndjson`)),
    root: root.path,
    base: start.runnerRoot,
    runnerFolders: start.artifactFolders ?? [],
    secrets: config.secrets,
  })
  const lines = makeLines(config, { clock, startedAt: open.startedAt }, cleaner, journal.append, artifacts)
  /** A warning for readers of the execution; printing it at the end of every run would be noise. */
  const quiet = new Set<string>()
  const warn = (message: string) => quiet.add(lines.warning(message))
  let isOver = false
  /** From the end of the run until its line is written. */
  let unwrittenEnd: EndLine | undefined
  let imports: Imports | undefined
  let isSending = false
  let finished: Promise<void> | undefined

  // Git is asked after the runner's own start, and before tests change files.
  let openLine: OpenLine = ['open', JOURNAL_VERSION, open]
  const completed = new Promise<void>((resolve) => setImmediate(resolve))
    .then(() => completeOpen(open, root, config))
    .then((complete) => {
      openLine = ['open', JOURNAL_VERSION, cleanOpen(complete, cleaner)]
      if (!isSending) write(openLine)
    })
    .catch(() => undefined)
  // Loading costs no time while the runner waits for its workers; at the end it would.
  completed
    .then(loadEnding)
    .then(({ prepareSending }) => (config.trial ? undefined : prepareSending(config)))
    .catch(() => undefined)
  const live = config.live ? goLive() : undefined

  return {
    root: root.path,
    isRecording: true,
    file: relative,
    attempt: (test, attempt) => isOver || safely(() => lines.attempt(test, attempt)),
    together: journal.together,
    error: (failure, file) => isOver || safely(() => lines.error(failure, file)),
    imports: (tests, makeGraph) =>
      isOver ||
      root.kind !== 'git' ||
      config.trial !== undefined ||
      safely(() => {
        imports = listImports(tests, makeGraph(), { root: root.path, relative })
      }),
    warning: (message) => isOver || safely(() => warn(message)),
    finish: (end) => {
      finished ??= finish(end).catch(sayTrouble)
      return finished
    },
  }

  function endLine({ status, endedAt = clock.now(), unfinished }: RunEnd): EndLine {
    const durationMs = roundMs(endedAt - open.startedAt)
    const { truncated, redacted } = cleaner
    const counts = { ...(truncated && { truncated }), ...(redacted && { redacted }) }
    return ['end', { status, durationMs, ...counts, ...(unfinished && { unfinished }) }]
  }

  async function finish(end: RunEnd): Promise<void> {
    const now = performance.now()
    const deadline = now + config.timeoutMs
    if (journal.problem) warn(`The journal could not be written: ${journal.problem.reason}`)
    const last = endLine(end)
    unwrittenEnd = last
    isOver = true
    const listed = imports
    if (listed) {
      // Git knows where the branch began, and nearly always has said so.
      await within(completed, now + config.timeoutMs / 3)
      safely(() => {
        const changed = changedIn(root.path, openLine[2].code, config.ci !== undefined, config.timeoutMs / 3)
        lines.imports({ ...listed, ...(changed && { changed }) })
      })
    }
    write(last)
    unwrittenEnd = undefined
    await within(completed, now + config.timeoutMs / 3)
    if (config.trial) {
      journal.close()
      journal.release()
      return
    }
    isSending = true
    const from = await within(stopLive(), now + config.timeoutMs / 3)
    const { endRun } = await loadEnding()
    await endRun({
      config,
      root: root.path,
      client: start.client.name,
      folder: start.runnerRoot,
      journal,
      open: JSON.stringify(openLine),
      results: lines.results(),
      deadline,
      from: from ?? 0,
      clock: clock.now,
      quiet,
      artifacts,
      told: (outcome, path) => {
        const isSent = outcome?.kind === 'sent'
        const url = isSent ? outcome.url : undefined
        endReceipt?.({
          isSent,
          status: end.status,
          journal: path,
          server: config.url,
          ...(url !== undefined && { url }),
        })
      },
    })
  }

  // Loaded only when needed.
  async function goLive() {
    const { sendLive } = await import('./live.ts')
    return sendLive(config, journal, async () => {
      await completed
      return JSON.stringify(openLine)
    })
  }

  async function stopLive(): Promise<number> {
    const sender = await live?.catch(() => undefined)
    return sender ? sender.stop() : 0
  }
}

const loadEnding = () => import('./finish.ts')

/** Exit codes of a process that a signal from a person or CI ended: 128 plus the signal's number. */
const SIGNALLED = new Set([130, 143])

/** No known error gets here. If one does, the journal is still on disk. */
const sayTrouble = (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  say(`results not sent: ${reason}; to send them, run: ${FLUSH_COMMAND}`)
}

/** A reporter must never fail a run, so results that cannot be recorded are omitted. */
const safely = (act: () => void) => {
  try {
    act()
  } catch {
    // Only values that break the declared types get here.
  }
}

let isWatchSaid = false

/** Advice for the first run of a watch mode, in which every run has a recorder of its own. */
const watchAdvice = ({ apiKey, quiet }: Config): string | undefined => {
  if (!apiKey || quiet || isWatchSaid) return undefined
  isWatchSaid = true
  return 'watch mode sends nothing; to send results, run the tests once without it, or set SVC_WATCH=1 to send every run'
}

const recordNothing = (start: RecorderStart, declaredRoot?: string, advice?: string): Recorder => {
  const root = findRoot(String(start.runnerRoot), declaredRoot).path
  let said = false
  return {
    root,
    isRecording: false,
    file: makeRelative(root),
    attempt: () => undefined,
    together: (work) => work(),
    error: () => undefined,
    imports: () => undefined,
    warning: () => undefined,
    finish: async () => {
      if (advice && !said) say(advice)
      said = true
    },
  }
}
