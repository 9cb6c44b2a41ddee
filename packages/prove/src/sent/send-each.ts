import { type SentExperiment, sendOrKeep } from '@svc/client/wrapped'
import type { Ci } from './facts.ts'

/** The server, and the project whose `.svc/journal` keeps what the server does not have. */
export type Receiver = Parameters<typeof sendOrKeep>[0] & {
  /** What must not be sent. */
  secrets: string[]
  ci: Ci
}

/** Experiments of one execution. */
export interface ToSend {
  execution: string
  experiments: SentExperiment[]
}

/** Sends the experiments of executions. Returns how many the server has, and a line if it lacks some. */
export const sendEach = async (
  receiver: Receiver,
  all: ToSend[],
): Promise<{ sent: number; trouble?: string }> => {
  let sent = 0
  let trouble: string | undefined
  for (const each of all) {
    if (each.experiments.length === 0) continue
    const answer = await sendOrKeep(receiver, each)
    if (answer.kind === 'sent') sent += each.experiments.length
    else
      trouble = `the server does not have these trials: ${answer.reason}${answer.kept === undefined ? '' : `; they are kept in ${answer.kept}, and flush sends them`}`
  }
  return { sent, ...(trouble !== undefined && { trouble }) }
}
