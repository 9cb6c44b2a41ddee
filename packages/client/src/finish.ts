import type { ArtifactQueue } from './artifact-queue.ts'
import type { Config } from './config.ts'
import { flushJournals } from './flush-journals.ts'
import { loadUndici } from './http-agent.ts'
import type { Journal, JournalSource } from './journal.ts'
import { describeWait } from './receipt.ts'
import { FLUSH_COMMAND, say } from './say.ts'
import { noteSent } from './sent-note.ts'
import { setAside } from './set-aside.ts'
import { type Outcome, sendJournal } from './upload.ts'
import { within } from './within.ts'

/** How long a run waits at most while journals of earlier runs are sent. */
const LEFTOVERS_MS = 5_000
/** A server accepts only some new uploads per minute, and the next runs need them. */
const LEFTOVERS = 3

/** The longest wait for copies of attachments that cannot be sent now. */
const PUTTING_ASIDE_MS = 5_000

/** After a longer wait, the run prints why it waits. */
const WAITING_MS = 4_000

/** A run that has ended. */
interface Ending {
  config: Config
  root: string
  /** The reporter, and the runner's root folder. */
  client: string
  folder: string
  journal: Journal
  /** The open line with everything known so far. */
  open: string
  /** The number of tests with a result. */
  results: number
  /** The number of entries that the server is known to have. */
  from: number
  /** The clock that the start of the journal was read from. */
  clock: () => number
  /** By `performance.now()`. */
  deadline: number
  /** Warnings that were already printed. */
  quiet: ReadonlySet<string>
  /** The attachments that can be sent. */
  artifacts: Pick<ArtifactQueue, 'isUsed' | 'kept'>
  /** Called before the journal, at this path if it is on disk, is removed; without an outcome if there is no key. */
  told: (outcome: Outcome | undefined, path: string | undefined) => void
}

/** Loads the modules for sending before the run waits for them. */
export const prepareSending = async ({ apiKey, problem }: Config): Promise<void> => {
  if (apiKey && !problem) await loadUndici()
}

/** Sends the journal of a run that has ended and prints the outcome in a line or two. */
export const endRun = async (run: Ending): Promise<void> => {
  const source = run.journal.close()
  if (!run.config.apiKey) return keepForLater(run)
  try {
    const outcome = await send(run, source)
    run.told(outcome, journalOnDisk(run))
    if (outcome.kind === 'sent' && !run.artifacts.isUsed) run.journal.remove()
    else if (outcome.kind === 'sent') run.journal.markSent()
    else await within(run.artifacts.kept(), performance.now() + PUTTING_ASIDE_MS)
    for (const line of await describe(run, outcome)) say(line)
    if (outcome.kind === 'sent')
      noteSent(run.root, {
        client: run.client,
        folder: run.folder,
        sentAt: Date.now(),
        ...(outcome.url && { server: run.config.url, execution: outcome.url }),
      })
    if (outcome.kind === 'sent' && run.artifacts.isUsed) await endArtifacts(run, outcome.url)
    // While this run claims its journal, the journal does not count as an earlier run's.
    if (outcome.kind === 'sent') await sendLeftovers(run)
  } finally {
    run.journal.release()
  }
}

/** Without a key, the recorded results wait on disk for the step that has one. */
const keepForLater = async (run: Ending): Promise<void> => {
  await within(run.artifacts.kept(), performance.now() + PUTTING_ASIDE_MS)
  const isKept = run.journal.save()
  run.told(undefined, journalOnDisk(run))
  const { path = '' } = run.journal.peek()
  if (!isKept)
    say(
      `no API key, and the journal could not be written (${run.journal.problem?.reason}): results are lost; ${run.journal.problem?.advice}`,
    )
  else if (!run.config.quiet) say(`no API key: results are kept in ${path} for the svc action`)
  run.journal.release()
}

/** The path of the journal, if the disk has all of it. */
const journalOnDisk = ({ journal }: Ending): string | undefined =>
  journal.problem ? undefined : journal.peek().path

const send = async (run: Ending, source: JournalSource): Promise<Outcome> => {
  const { url, quiet } = run.config
  let why = `waiting for ${url}`
  const tell = () => say(`${why}; Ctrl-C keeps the results`)
  const impatient = setTimeout(tell, WAITING_MS)
  if (quiet) clearTimeout(impatient)
  const onWait = (ms: number, reason: string) => {
    why = describeWait(ms, reason, url)
    if (quiet || ms < WAITING_MS) return
    clearTimeout(impatient)
    tell()
  }
  const sending = sendJournal({ ...run, source, onWait })
  const late: Outcome = { kind: 'postponed', reason: 'time ran out before all results were sent' }
  const outcome = await within(sending, run.deadline + 100)
  clearTimeout(impatient)
  return outcome ?? late
}

/** The results are safe now; attachments have a time limit and a line of their own. */
const endArtifacts = async (run: Ending, url: string | undefined): Promise<void> => {
  const { config, artifacts, open, journal } = run
  const impatient = setTimeout(
    () => say(`sending artifacts to ${config.url}; Ctrl-C keeps those that were not sent`),
    WAITING_MS,
  )
  if (config.quiet) clearTimeout(impatient)
  const { finishArtifacts } = await import('./artifact-finish.ts')
  const { path } = journal.peek()
  const ended = await finishArtifacts({
    config,
    journal: path,
    open,
    artifacts,
    url,
    removeJournal: journal.remove,
  })
  clearTimeout(impatient)
  if (ended.text && (ended.isTrouble || !config.quiet)) say(ended.text)
}

const describe = async (run: Ending, outcome: Outcome): Promise<string[]> => {
  if (outcome.kind !== 'sent') run.journal.save()
  const { problem } = run.journal
  const disk = problem && `the journal could not be written (${problem.reason})`
  const lost = problem?.lost ? [`${grouped(problem.lost)} lines did not fit into memory and are lost`] : []
  if (outcome.kind === 'sent') {
    const where = outcome.url ? ` → ${outcome.url}` : ''
    const how = run.config.usesLogin ? ' with the key of svc login' : ''
    const sent = `${grouped(run.results)} ${run.results === 1 ? 'result' : 'results'} sent${how}${where}`
    const news = outcome.warnings.filter((warning) => !run.quiet.has(warning))
    const warnings = news.slice(0, 3).map((warning) => `warning: ${warning}`)
    return [
      ...(run.config.quiet ? [] : [sent]),
      ...(disk ? [`${disk}, results were kept in memory; ${problem.advice}`] : []),
      ...lost,
      ...warnings,
    ]
  }
  const { path = '', bytes } = run.journal.peek()
  if (disk) {
    const rest =
      bytes > 0
        ? `, except the first ones, which are kept in ${path}; to send those, run: ${FLUSH_COMMAND}`
        : ''
    return [`results not sent: ${outcome.reason}`, `they are lost, because ${disk}${rest}; ${problem.advice}`]
  }
  if (outcome.kind === 'rejected') {
    const place = await setAside(path).catch(() => path)
    return [
      `${outcome.reason}; the journal is kept in ${place}`,
      `after an update of the server or the reporter, move the journal up one folder and run: ${FLUSH_COMMAND}`,
    ]
  }
  return [
    `results not sent: ${outcome.reason}`,
    `they are kept in ${path}; to send them, run: ${FLUSH_COMMAND}`,
  ]
}

/** Journals of earlier runs are sent silently, within the remaining time. */
const sendLeftovers = async (run: Ending): Promise<void> => {
  const deadline = Math.min(run.deadline, performance.now() + LEFTOVERS_MS)
  const flushing = flushJournals({ root: run.root, config: run.config, deadline, most: LEFTOVERS })
  const leftovers =
    (await within(
      flushing.catch(() => []),
      deadline,
    )) ?? []
  for (const { state, reason, path } of leftovers)
    if (state === 'rejected') say(`an earlier run: ${reason}; its journal is kept in ${path}`)
  if (run.config.quiet) return
  const sent = leftovers.filter(({ state }) => state === 'sent').length
  const left = leftovers.filter(({ state }) => state === 'postponed' || state === 'denied').length
  if (sent > 0) say(`${sent} earlier ${sent === 1 ? 'run' : 'runs'} sent as well`)
  if (left > 0)
    say(`${left} earlier ${left === 1 ? 'run' : 'runs'} not sent yet; to send them, run: ${FLUSH_COMMAND}`)
}

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
