import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { INGEST_HEADERS, LIMITS } from '@svc/protocol'
import type { Config } from './config.ts'
import { type Answer, makePost, type Post } from './http.ts'
import { type Described, describeNetworkError, type Patience } from './http-errors.ts'
import type { JournalSource } from './journal.ts'
import { describeAnswer, isOurs, type Receipt, readReceipt } from './receipt.ts'
import { MASK } from './redact.ts'
import { pauseAfter, retryAfterMs, sleep } from './retry.ts'
import { type Segment, segments, summarize } from './segments.ts'

/** The outcome of sending a journal. `reason` is a sentence for people, without the key. */
export type Outcome =
  /** The server holds every entry. */
  | { kind: 'sent'; url?: string; warnings: string[] }
  /** The server will never accept this journal. */
  | { kind: 'rejected'; reason: string }
  /** The settings are wrong: the server accepts nothing until they change. */
  | { kind: 'denied'; reason: string }
  /** A later attempt may succeed. */
  | { kind: 'postponed'; reason: string }

export interface Upload {
  source: JournalSource
  /** The open line to send, the journal's last or a completed one. */
  open: string
  config: Pick<Config, 'url' | 'apiKey' | 'proxy' | 'problem' | 'trust'>
  /** Entries that the server is known to hold. */
  from?: number
  /** By `performance.now()`, which ignores changes of the clock. No wait extends beyond it. */
  deadline: number
  /** The clock of the journal's start, in milliseconds since the epoch; default: the system's. */
  clock?: () => number
  /** Called with the number of entries that the server has, after each segment. */
  onAccepted?: (entries: number) => void
  /** Called before a pause that the server asked for, in milliseconds. */
  onWait?: (ms: number, reason: string) => void
}

/**
 * The outcome of one segment: the number of entries that the server now has, or why it rejected the
 * segment.
 */
export type Step = { accepted: number; receipt?: Receipt } | Exclude<Outcome, { kind: 'sent' }>

/**
 * The maximum number of attempts. With the pauses between them, `once` takes 0.1 s, `little` 1.5 s
 * and `some` 3.5 s.
 */
const TRIES: Record<Patience, number> = { none: 1, once: 2, little: 3, some: 4 }
/**
 * At most 15.5 s. The disk of a CI job is lost with the job, so waiting for a restart is worthwhile
 * there.
 */
const TRIES_IN_CI: Record<Patience, number> = { ...TRIES, some: 6 }
const TRIES_WITHOUT_PROGRESS = 3
const TIME_WAS_UP =
  'time ran out before all results were sent; to allow more time, raise the option timeoutMs or SVC_TIMEOUT_MS'

/** Sends the entries that the server lacks, segment after segment; never rejects. */
export const sendJournal = async (upload: Upload): Promise<Outcome> => {
  const { config } = upload
  if (!config.apiKey) return { kind: 'denied', reason: 'no API key; set SVC_API_KEY' }
  if (config.problem) return { kind: 'denied', reason: config.problem }
  try {
    return await sendAll(upload, makePost(config.proxy), config.apiKey)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'postponed', reason: `the journal could not be sent: ${reason}` }
  }
}

const sendAll = async (upload: Upload, post: Post, key: string): Promise<Outcome> => {
  let from = upload.from ?? 0
  let receipt: Receipt | undefined
  for (let stuck = 0; stuck < TRIES_WITHOUT_PROGRESS; ) {
    const before = from
    let isWhole = true
    for await (const segment of segments(upload.source, upload.open, from)) {
      const step = await sendSegment(upload, post, key, segment)
      if ('kind' in step) return { ...step, reason: step.reason.replaceAll(key, MASK) }
      receipt = step.receipt ?? receipt
      from = step.accepted
      upload.onAccepted?.(from)
      isWhole = from === segment.from + segment.count
      if (!isWhole) break
    }
    const standing = isWhole ? 'level' : await compare(upload.source, from)
    if (standing === 'level') return toSent(receipt, key)
    // Not trusted, because the client would delete the journal.
    if (standing === 'ahead')
      return {
        kind: 'rejected',
        reason: `the server reports ${from} entries, more than the journal has`,
      }
    if (from <= before) stuck += 1
  }
  return {
    kind: 'postponed',
    reason: `the server stays at entry ${from} although more entries were sent; check its log`,
  }
}

const toSent = (receipt: Receipt | undefined, key: string): Outcome => ({
  kind: 'sent',
  warnings: (receipt?.warnings ?? []).map((warning) => warning.replaceAll(key, MASK)),
  ...(receipt?.url && { url: receipt.url.replaceAll(key, MASK) }),
})

/** Compares the journal with the number of entries that the server holds; called only after an unexpected answer. */
const compare = async (source: JournalSource, held: number): Promise<'behind' | 'level' | 'ahead'> => {
  const { entries } = await summarize(source)
  if (held < entries) return 'behind'
  return held === entries ? 'level' : 'ahead'
}

/** Sends one segment until it is accepted or refused, the time is up, or all attempts are used. */
export const sendSegment = async (
  upload: Pick<Upload, 'config' | 'deadline' | 'clock' | 'onWait'> & { tries?: number },
  post: Post,
  key: string,
  segment: Segment,
): Promise<Step> => {
  const { url, trust } = upload.config
  const tries = trust === 'local' ? TRIES : TRIES_IN_CI
  const { body, encoding } = await compress(segment.body)
  let last: Step = { kind: 'postponed', reason: TIME_WAS_UP }
  for (let tried = 1; ; tried += 1) {
    const left = upload.deadline - performance.now()
    if (left <= 0) return last
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-ndjson',
      ...encoding,
      [INGEST_HEADERS.from]: String(segment.from),
      [INGEST_HEADERS.clock]: String(Math.round(upload.clock?.() ?? Date.now())),
    }
    const answer = await post(`${url}/api/ingest`, headers, body, left).catch((error: unknown) =>
      describeNetworkError(error, url),
    )
    const { step, patience = 'none', waitMs = 0 } = judge(answer, url)
    if (!('kind' in step) || tried >= (upload.tries ?? tries[patience])) return step
    const pause = Math.max(waitMs, pauseAfter(patience, tried))
    if (performance.now() + pause >= upload.deadline) return step
    last = step
    if (waitMs > 0) upload.onWait?.(pause, step.reason.replaceAll(key, MASK))
    await sleep(pause)
  }
}

interface Judgement {
  step: Step
  /** Absent if a retry is pointless. */
  patience?: Patience
  waitMs?: number | undefined
}

const judge = (answer: Answer | Described, url: string): Judgement => {
  if (!('status' in answer))
    return { step: { kind: 'postponed', reason: answer.reason }, patience: answer.patience }
  const { status } = answer
  if (status === 200) {
    const receipt = readReceipt(answer.body, url)
    if (receipt) return { step: { accepted: receipt.accepted, receipt } }
    return {
      step: { kind: 'denied', reason: `the answer of ${url} is not from an svc server; check SVC_URL` },
    }
  }
  const reason = describeAnswer(answer, url)
  if (status === 429 || status === 408 || status === 425 || status >= 500) {
    const waitMs = retryAfterMs(answer.header('retry-after'), answer.header('date'))
    return { step: { kind: 'postponed', reason }, patience: 'some', waitMs }
  }
  const accepted = Number(answer.header(INGEST_HEADERS.accepted) ?? Number.NaN)
  if (status === 409 && Number.isSafeInteger(accepted) && accepted >= 0) return { step: { accepted } }
  // A proxy in front of the server sends its own message and knows nothing about journals.
  const isForGood = isOurs(answer) && (status === 400 || status === 409 || status === 413)
  return { step: { kind: isForGood ? 'rejected' : 'denied', reason } }
}

const gzipped = promisify(gzip)

/** If a body compresses too well, the server treats it as an attack; such a body is sent uncompressed. */
const compress = async (plain: Buffer): Promise<{ body: Uint8Array; encoding: Record<string, string> }> => {
  const body = await gzipped(plain, { level: 1 })
  const isSuspicious = plain.length > 512 * 1024 && plain.length > body.length * LIMITS.inflationRatio * 0.5
  return isSuspicious ? { body: plain, encoding: {} } : { body, encoding: { 'content-encoding': 'gzip' } }
}
