import { randomUUID } from 'node:crypto'
import type { SentExperiment, SentTrial } from '@svc/client/wrapped'
import { errorLine, LIMITS } from '@svc/protocol'
import type { FailedTest } from '../failed-test.ts'
import type { Proven } from '../prove.ts'
import type { Outcome, Proof } from '../seek.ts'
import { type Ci, commandsFor, isSameCode, machineOf, type TestedCode } from './facts.ts'
import { type Receiver, sendEach } from './send-each.ts'

/** What became of trials: whether the server has any of them, and a line for a person. */
export interface SentProofs {
  hasSent: boolean
  line: string
}

/** An execution whose failures were tried again. */
export interface TriedRun {
  /** Its id. */
  execution: string
  tally: { code?: TestedCode; failures: (FailedTest & { leg: string })[] }
}

/** A run of the base: its commit, and the branch that has it. */
interface Base {
  sha: string
  branch: string | null
}

/** Sends the trials of failed tests to their executions; what cannot be sent now stays on the disk. */
export const sendProofs = async (
  proven: Proven,
  runs: TriedRun[],
  base: Base,
  receiver: Receiver,
): Promise<SentProofs> => {
  const text = commandsFor(receiver.secrets)
  const { sent, trouble } = await sendEach(
    receiver,
    runs.map((run) => ({
      execution: run.execution,
      experiments: proven.proofs
        .flatMap((proof) => {
          const facts = { proven, base, text, ci: receiver.ci }
          const { test, neighbours } = proof
          const after = neighbours && experimentOf({ test, ...neighbours }, run, facts, neighbours.files)
          return [experimentOf(proof, run, facts) ?? [], after ?? []].flat()
        })
        .slice(0, LIMITS.experiments),
    })),
  )
  const hasSent = sent > 0
  if (trouble !== undefined) return { hasSent, line: trouble }
  if (hasSent)
    return { hasSent, line: `the trials of ${sent} test${sent === 1 ? '' : 's'} are part of the verdict` }
  return { hasSent, line: 'the trials were not sent: none is valid and of the code that the results name' }
}

interface Facts {
  proven: Proven
  base: Base
  text: ReturnType<typeof commandsFor>
  ci: Ci
}

/** Undefined if the test is of another run, has no valid trial here, or ran on other code. */
const experimentOf = (
  { test, finding, trials }: Pick<Proof<FailedTest>, 'test' | 'finding' | 'trials'>,
  { tally: { code, failures } }: TriedRun,
  { proven, base, text, ci }: Facts,
  after: string[] = [],
): SentExperiment | undefined => {
  const own = failures.find((failure) => failure === test)
  if (!own || !isSameCode(code, proven.head, proven.state, ci)) return undefined
  // Trials of the base alone would show nothing of the change, and could excuse it.
  const isShown = trials.some(({ side, outcome }) => side === 'here' && outcome.kind !== 'void')
  if (finding === 'void' || !isShown) return undefined
  const { file, titles, variant, leg, occurrence } = own
  const commands = proven.commandsOf(test, after)
  const line = errorLine(own.message)
  const isOwnBase = base.sha === code.commit && !code.dirty
  return {
    id: randomUUID(),
    purpose: 'proof',
    test: { file, titles, variant, leg, ...(occurrence !== undefined && { occurrence }) },
    alike: failures.filter(({ message }) => errorLine(message) === line).length,
    head: { ...code, command: text.command(commands.here) },
    base: isOwnBase
      ? null
      : {
          commit: base.sha,
          branch: base.branch,
          isOlder: proven.isBaseOlder,
          command: text.command(commands.base),
        },
    machine: machineOf(ci),
    startedAt: new Date(proven.startedAt).toISOString(),
    ...(after.length > 0 && { after }),
    trials: trials
      .filter(({ side }) => side === 'here' || !isOwnBase)
      .slice(0, LIMITS.experimentTrials)
      .map(({ side, outcome }) => trialOf(side === 'here' ? 'head' : side, outcome, text)),
  }
}

const trialOf = (side: SentTrial['side'], outcome: Outcome, text: Facts['text']): SentTrial => {
  const reason = outcome.kind === 'void' ? text.reason(outcome.reason) : undefined
  return {
    side,
    result: outcome.kind,
    durationMs: Math.round(outcome.seconds * 1_000),
    ...(reason !== undefined && { reason }),
    ...(outcome.error && { error: outcome.error }),
  }
}
