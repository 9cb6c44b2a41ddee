import { Buffer } from 'node:buffer'
import { LIMITS } from '@svc/protocol'
import { ArtifactTrouble, makeAsk, TIME_WAS_UP } from './artifact-request.ts'
import type { Config } from './config.ts'
import { describeAnswer, isOurs } from './receipt.ts'

/** How one trial of a test ended; `void` says nothing about the test. */
export interface SentTrial {
  side: 'head' | 'base'
  result: 'failed' | 'passed' | 'void'
  durationMs: number
  /** Why it is void. */
  reason?: string
  /** Seed of the order of its file's tests; absent for the file's own order. */
  order?: number
  error?: SentError
}

/** The error of a trial, without secrets. */
export interface SentError {
  name?: string
  message: string
  stack?: string
  location?: { file: string; line: number }
  cause?: { name?: string; message: string }
}

/** Trials of one test, in the order in which they ran; see `POST /api/experiments`. */
export interface SentExperiment {
  id: string
  purpose: 'proof' | 'burn-in' | 'bisect' | 'rerun'
  test: { file: string; titles: string[]; variant: string; occurrence?: number; leg: string }
  /** How many tests failed with its error, including itself. */
  alike: number
  head: { commit: string; dirty: boolean; command: string }
  base: { commit: string; branch: string | null; isOlder: boolean; command: string } | null
  machine: string
  startedAt: string
  /** Files that ran before that of the test, in this order; absent if it ran alone. */
  after?: string[]
  trials: SentTrial[]
}

/** The server, and how it is reached. */
export interface ExperimentConnection {
  url: string
  apiKey: string
  proxy?: Config['proxy'] | undefined
}

/** What became of experiments: how many the server has now, or why it has not got all of them. */
export type SentExperiments =
  | { kind: 'sent'; count: number }
  | {
      kind: 'unsent'
      reason: string
      /** True if the server will never take them. */
      isFinal: boolean
      /** `denied` until settings change, `postponed` until later. */
      state: ArtifactTrouble['kind']
    }

/** A server may start again meanwhile; nobody waits longer for evidence. */
const PATIENCE_MS = 30_000
const BATCH_BYTES = 512 * 1024

/** Sends experiments of one execution; sent twice, they are stored once. Never throws for a server or a network. */
export const sendExperiments = async (
  { url, apiKey, proxy }: ExperimentConnection,
  { execution, experiments }: { execution: string; experiments: SentExperiment[] },
  deadline = performance.now() + PATIENCE_MS,
): Promise<SentExperiments> => {
  try {
    const ask = await makeAsk({ url, apiKey, ...(proxy && { proxy }) }, deadline)
    for (const batch of batchesOf(experiments)) {
      const answer = await ask({
        method: 'POST',
        path: '/api/experiments',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ execution, experiments: batch })),
      })
      if (answer.status !== 200)
        return {
          kind: 'unsent',
          reason: describeAnswer(answer, url),
          isFinal: isOurs(answer),
          state: 'postponed',
        }
    }
    return { kind: 'sent', count: experiments.length }
  } catch (error) {
    if (!(error instanceof ArtifactTrouble)) throw error
    return {
      kind: 'unsent',
      reason: error.message === TIME_WAS_UP ? 'it did not answer in time' : error.message,
      isFinal: false,
      state: error.kind,
    }
  }
}

const batchesOf = (experiments: SentExperiment[]): SentExperiment[][] => {
  const batches: SentExperiment[][] = []
  let bytes = 0
  for (const experiment of experiments) {
    const own = Buffer.byteLength(JSON.stringify(experiment))
    const last = batches.at(-1)
    if (last && bytes + own <= BATCH_BYTES && last.length < LIMITS.experimentsSent) last.push(experiment)
    else batches.push([experiment])
    bytes = batches.at(-1) === last ? bytes + own : own
  }
  return batches
}
