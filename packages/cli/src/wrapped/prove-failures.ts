import { detectCi, findAbove } from '@svc/client/cli'
import type { FailedTest, Proven, Search, SentProofs } from '@svc/prove'
import type { Call } from '../call.ts'
import { say } from '../terminal/messages.ts'
import { oneLine } from '../terminal/text.ts'
import { endBySignals } from './end-by-signals.ts'
import type { Base } from './judge-runs.ts'
import { type OwnRun, readRuns } from './read-runs.ts'
import type { Told } from './say-verdicts.ts'
import type { Wish } from './wish.ts'

/** What was learned from trials; `hasSent` if the server's verdicts may have changed. */
export interface ProvedFailures {
  lines: string[]
  hasSent: boolean
}

const nothing = (why: string): ProvedFailures => ({ lines: [`nothing was repeated: ${why}`], hasSent: false })

/** Repeats the failed tests of a command here and on the base, and sends what that shows. */
export const proveFailures = async (
  words: string[],
  receipts: string,
  base: Base | undefined,
  wish: Repeats & { prove: number; url?: string },
  call: Call,
): Promise<ProvedFailures> => {
  const read = await readRuns(receipts)
  if ('doubt' in read) return nothing(read.doubt)
  const failures = read.runs.flatMap(({ tally }) => tally.failures.filter(({ titles }) => titles.length > 0))
  if (failures.length === 0) return nothing('no test failed')
  if (!base) return nothing('the server did not name a base for these runs')
  const ranWith = (test: FailedTest) => failures.find((failure) => failure === test)?.ran ?? []
  const repeated = await repeatFailures({ failures, words, base, ranWith }, wish, call)
  if ('reason' in repeated) return nothing(oneLine(repeated.reason))
  const { told, sent } = await send(repeated, read.runs, base, wish.url, call)
  return { lines: [...told.map(({ sentence }) => sentence), oneLine(sent.line)], hasSent: sent.hasSent }
}

/** How failures are repeated, of the settings of `svc run`. */
export type Repeats = Pick<Wish, 'setup' | 'copy' | 'rerunCommand'> & {
  /** When the command was started, milliseconds since the epoch. */
  since?: number
}

/** What to repeat: the failures of a run, by the command that ran them. */
interface Failed extends Pick<Search, 'failures' | 'words' | 'ranWith'> {
  base: Base
}

/** Repeats failed tests here and on the base, and says how it goes; or returns why nothing can be repeated. */
export const repeatFailures = async (
  { failures, words, base, ranWith }: Failed,
  { prove: ms, setup, copy: copies = [], rerunCommand, since }: Repeats & { prove: number },
  call: Call,
): Promise<{ proofs: Told[]; proven: Proven } | { reason: string }> => {
  const root = findAbove(call.folder, '.git')
  if (root === undefined) return { reason: 'this folder is in no git repository' }
  const name = base.branch ?? base.sha.slice(0, 7)
  say(call, 'svc: ', `Repeating failed tests here and on ${name}, at most ${Math.round(ms / 1_000)} s`)
  const { labelOf, prove, sentenceOf, triedOf } = await import('@svc/prove')
  const proven = await prove({
    failures,
    words: rerunCommand === undefined ? words : rerunCommand.split(/\s+/).filter(Boolean),
    folder: call.folder,
    root,
    base,
    seconds: ms / 1_000,
    copies,
    env: call.env,
    ...(setup !== undefined && { setup }),
    since,
    ...(ranWith && { ranWith }),
    onStop: endBySignals(call),
    tell: (test, side, outcome, after) =>
      say(call, 'svc:   ', oneLine(triedOf(test, side, outcome, { name, after }))),
  })
  if ('reason' in proven) return proven
  const { proofs, isBaseOlder } = proven
  return {
    proven,
    proofs: proofs
      .filter(({ isSuspect }) => isSuspect)
      .map((proof) => ({
        proof,
        base: name,
        sentence: oneLine(`${labelOf(proof.test)}: ${sentenceOf(proof, name, isBaseOlder)}`),
      })),
  }
}

/** Sends the trials, and says what the server's verdicts say with them. */
const send = async (
  { proofs, proven }: { proofs: Told[]; proven: Proven },
  runs: OwnRun[],
  base: Base,
  url: string | undefined,
  call: Call,
): Promise<{ told: Told[]; sent: SentProofs }> => {
  const [{ connect }, { sendProofs }, { sayCounts, sayVerdicts }] = await Promise.all([
    import('../server/connect.ts'),
    import('@svc/prove'),
    import('./say-verdicts.ts'),
  ])
  let sent: SentProofs | undefined
  try {
    const connection = await connect(call, url === undefined ? {} : { url })
    sent = await sendProofs(proven, runs, base, { ...connection, ci: detectCi() })
    if (!sent.hasSent) return { told: await sayCounts(proofs), sent }
    const executions = runs.map(({ execution }) => execution)
    return { told: await sayVerdicts(proofs, executions, connection), sent }
  } catch (error) {
    // The command has ended: whatever went wrong here, its exit code and the judgement stay.
    const why = error instanceof Error ? error.message : String(error)
    const line = `the server does not have these trials: ${why}`
    return { told: await sayCounts(proofs), sent: sent ?? { hasSent: false, line } }
  }
}
