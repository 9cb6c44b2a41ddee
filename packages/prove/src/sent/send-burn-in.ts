import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { SentExperiment, SentTrial } from '@svc/client/wrapped'
import { LIMITS } from '@svc/protocol'
import type { Burned, BurnTest, BurnTrial } from '../burn/burn.ts'
import type { BurnFinding } from '../burn/order.ts'
import type { BurnedIn } from '../burn-in.ts'
import { type Ci, commandsFor, isSameCode, machineOf, type TestedCode } from './facts.ts'
import { type Receiver, sendEach } from './send-each.ts'

/** An execution whose new and changed tests were repeated, with the leg of each of them. */
export interface BurnedRun {
  /** Its id. */
  execution: string
  code?: TestedCode | undefined
  legOf(test: BurnTest): string | undefined
}

/** What became of the trials: how many experiments the server has, and a line if it lacks some. */
export interface SentBurnIn {
  sent: number
  trouble?: string
}

/** An execution has room for proofs beside them. */
const MOST = LIMITS.experiments / 2
const MOST_BYTES = 256 * 1024

/** What tells most is sent first. */
const RANK: Record<BurnFinding, number> = { flaky: 0, order: 1, fails: 2, passes: 3, unseen: 4 }

/** Sends the trials of a burn-in to their executions, first of tests that disagree; what cannot be sent now is kept. */
export const sendBurnIn = async (
  burned: BurnedIn,
  runs: BurnedRun[],
  receiver: Receiver,
): Promise<SentBurnIn> => {
  const text = commandsFor(receiver.secrets)
  const inOrder = [...burned.burned].sort((one, other) => RANK[one.finding] - RANK[other.finding])
  return sendEach(
    receiver,
    runs.map(({ execution, code, legOf }) => ({
      execution,
      experiments: isSameCode(code, burned.head, burned.state, receiver.ci)
        ? fitting(
            inOrder.flatMap((one) => {
              const leg = legOf(one.test)
              return leg === undefined ? [] : experimentsOf(one, leg, { burned, code, text, ci: receiver.ci })
            }),
          )
        : [],
    })),
  )
}

interface Facts {
  burned: BurnedIn
  code: TestedCode
  text: ReturnType<typeof commandsFor>
  ci: Ci
}

/** Several if there are many trials: cut off, they would show another share of failures. */
const experimentsOf = (
  { test, trials }: Burned,
  leg: string,
  { burned, code, text, ci }: Facts,
): SentExperiment[] => {
  const { file, titles, variant, occurrence } = test
  const pieces: BurnTrial[][] = []
  for (let at = 0; at < trials.length; at += LIMITS.experimentTrials)
    pieces.push(trials.slice(at, at + LIMITS.experimentTrials))
  return pieces.map((piece) => ({
    id: randomUUID(),
    purpose: 'burn-in',
    test: { file, titles, variant, leg, ...(occurrence !== undefined && { occurrence }) },
    alike: 1,
    head: { ...code, command: text.command(burned.commandOf(test)) },
    base: null,
    machine: machineOf(ci),
    startedAt: new Date(burned.startedAt).toISOString(),
    trials: piece.map(trialOf),
  }))
}

const trialOf = ({ result, seconds, order, error }: BurnTrial): SentTrial => ({
  side: 'head',
  result,
  durationMs: Math.round(seconds * 1_000),
  ...(order !== 'own' && { order }),
  ...(error && { error }),
})

/** As many as the execution has room for. */
const fitting = (experiments: SentExperiment[]): SentExperiment[] => {
  let bytes = 0
  return experiments.slice(0, MOST).filter((each) => {
    bytes += Buffer.byteLength(JSON.stringify(each))
    return bytes <= MOST_BYTES
  })
}
