import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { INGEST_HEADERS, LIMITS } from '@svc/protocol'
import type { Config } from './config.ts'
import { type Answer, describeNetworkError, makePost, type Post } from './http.ts'
import type { JournalSource } from './journal.ts'
import { describeAnswer, type Receipt, readReceipt } from './receipt.ts'
import { MASK } from './redact.ts'
import { pauseMs, retryAfterMs, sleep } from './retry.ts'
import { type JournalSummary, type Segment, segments } from './segments.ts'

/** What came of sending a journal; `reason` is for people and never holds the key. */
export type Outcome =
  /** The server holds every entry. */
  | { kind: 'sent'; url?: string; warnings: string[] }
  /** This journal will never be taken. */
  | { kind: 'rejected'; reason: string }
  /** The settings are wrong: nothing will be taken until they change. */
  | { kind: 'denied'; reason: string }
  /** Later may help. */
  | { kind: 'postponed'; reason: string }

export interface Upload {
  source: JournalSource
  summary: JournalSummary
  /** The open line to send, the journal's last or a completed one. */
  open: string
  config: Pick<Config, 'url' | 'apiKey' | 'proxy' | 'problem'>
  /** Entries that the server is known to hold. */
  from?: number
  /** Milliseconds since the epoch; nothing is waited for after it. */
  deadline: number
}

/** What one segment came to: how many entries the server holds now, or why it did not take it. */
export type Step = { accepted: number; receipt?: Receipt } | Exclude<Outcome, { kind: 'sent' }>

/** A single request may not eat the whole time: a stuck connection is given up and tried anew. */
const REQUEST_MS = 20_000
const TRIES_WHERE_LASTING = 3
const TRIES_WITHOUT_PROGRESS = 3

/** Sends what the server does not hold yet, segment after segment; never rejects. */
export const sendJournal = async (upload: Upload): Promise<Outcome> => {
  const { config } = upload
  if (!config.apiKey) return { kind: 'denied', reason: 'there is no API key; set SVC_API_KEY' }
  if (config.problem) return { kind: 'denied', reason: config.problem }
  try {
    return await sendAll(upload, await makePost(config.url, config.proxy), config.apiKey)
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
    for await (const segment of segments(upload.source, upload.open, from)) {
      const step = await sendSegment(upload, post, key, segment)
      if ('kind' in step) return { ...step, reason: step.reason.replaceAll(key, MASK) }
      receipt = step.receipt ?? receipt
      from = step.accepted
      if (from !== segment.from + segment.count) break
    }
    if (from >= upload.summary.entries)
      return { kind: 'sent', warnings: receipt?.warnings ?? [], ...(receipt?.url && { url: receipt.url }) }
    if (from <= before) stuck += 1
  }
  return { kind: 'postponed', reason: `the server stays at ${from} of ${upload.summary.entries} entries` }
}

/** One segment until it is taken, refused, time is up, or it was tried `tries` times. */
export const sendSegment = async (
  upload: Pick<Upload, 'config' | 'deadline'> & { tries?: number },
  post: Post,
  key: string,
  segment: Segment,
): Promise<Step> => {
  const { body, encoding } = await compress(segment.body)
  for (let tried = 1; ; tried += 1) {
    const left = upload.deadline - Date.now()
    if (left <= 0) return { kind: 'postponed', reason: 'time was up before everything was sent' }
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-ndjson',
      ...encoding,
      [INGEST_HEADERS.from]: String(segment.from),
      [INGEST_HEADERS.clock]: String(Date.now()),
    }
    const url = `${upload.config.url}/api/ingest`
    const answer = await post(url, headers, body, Math.min(left, REQUEST_MS)).catch(describeNetworkError)
    const { step, waitMs, isLasting } = judge(answer, upload.config.url)
    if (!('kind' in step) || step.kind !== 'postponed') return step
    const pause = waitMs ?? pauseMs(tried)
    if (tried === upload.tries) return step
    if (isLasting && tried >= TRIES_WHERE_LASTING) return step
    if (Date.now() + pause >= upload.deadline) return step
    await sleep(pause)
  }
}

interface Judgement {
  step: Step
  waitMs?: number | undefined
  isLasting?: boolean
}

const judge = (answer: Answer | ReturnType<typeof describeNetworkError>, url: string): Judgement => {
  if (!('status' in answer)) {
    const step: Step = { kind: 'postponed', reason: `${url} could not be reached: ${answer.reason}` }
    return { step, isLasting: answer.isLasting }
  }
  const said = describeAnswer(answer, url)
  const { status } = answer
  if (status === 200) {
    const receipt = readReceipt(answer.body, url)
    if (receipt) return { step: { accepted: receipt.accepted, receipt } }
    return { step: { kind: 'denied', reason: `${url} does not answer like an svc server; check SVC_URL` } }
  }
  if (status === 409) {
    const accepted = Number(answer.header(INGEST_HEADERS.accepted) ?? Number.NaN)
    if (Number.isSafeInteger(accepted) && accepted >= 0) return { step: { accepted } }
    return { step: { kind: 'rejected', reason: said } }
  }
  if (status === 400 || status === 413) return { step: { kind: 'rejected', reason: said } }
  if (status === 429 || status === 408 || status >= 500)
    return { step: { kind: 'postponed', reason: said }, waitMs: retryAfterMs(answer.header('retry-after')) }
  return { step: { kind: 'denied', reason: said } }
}

const gzipped = promisify(gzip)

/** The server takes a body that shrinks too well for an attack; such a one goes as it is. */
const compress = async (
  text: string,
): Promise<{ body: Uint8Array<ArrayBuffer> | string; encoding: Record<string, string> }> => {
  const body = await gzipped(text, { level: 1 })
  const isSuspicious = text.length > 512 * 1024 && text.length > body.length * LIMITS.inflationRatio * 0.5
  return isSuspicious
    ? { body: text, encoding: {} }
    : { body: new Uint8Array(body), encoding: { 'content-encoding': 'gzip' } }
}
