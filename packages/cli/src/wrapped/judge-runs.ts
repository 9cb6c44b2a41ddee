import type { Operations } from '@svc/api'
import { type FailOn, gate } from '@svc/client/gate'
import { ownResults } from '@svc/client/wrapped'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { gatedOf } from '../server/gated-of.ts'
import { oneLine } from '../terminal/text.ts'
import type { OwnRun } from './read-runs.ts'

/** What the failures of a command mean for its exit code; `lines` say it to a person. */
export interface Judgement {
  /** `doubt`: nothing proves that the failures are not this change's, so the command's exit code stays. */
  kind: 'passed' | 'failed' | 'doubt'
  lines: string[]
  /** What the first of the runs was compared with. */
  base?: Base
}

/** A run of the base: its commit, and the branch that has it. */
export interface Base {
  sha: string
  branch: string | null
}

/** Asks for the report of each execution, and applies the gate to the failures of these runs alone. */
export const judgeRuns = async (
  { ask, url: asked }: Pick<Connection, 'ask' | 'url'>,
  runs: OwnRun[],
  asGate: FailOn | 'command',
): Promise<Judgement> => {
  const failOn = asGate === 'command' ? 'regressions' : asGate
  const elsewhere = runs.find(({ server }) => server !== asked)
  if (elsewhere) return doubt(`the results went to ${elsewhere.server}; set SVC_URL to that address`)
  if (runs.every(({ tally }) => tally.failed + tally.errors === 0))
    return doubt('it failed although no test failed')
  // A file that does not load, a crash or a hook: tests are missing that nobody can judge.
  if (runs.some(({ tally }) => tally.errors > 0)) return doubt('there are failures outside of tests')
  const lines: string[] = []
  const reasons: string[] = []
  let base: Base | undefined
  for (const { execution, url, tally } of runs) {
    if (tally.failed === 0) continue
    const { data } = await ask((client) => client.getReport({ id: execution, base: 'auto' }))
    lines.push(oneLine(`${data.headline} → ${url}`))
    const hasBase = data.base !== null
    if (data.base?.sha) base ??= { sha: data.base.sha, branch: data.base.branch }
    if (!hasBase && failOn !== 'failures') return doubt('there is no run to compare with', lines)
    const own = failOn === 'failures' ? null : ownWork(data)
    if (own) return { ...doubt(own, lines), ...(base && { base }) }
    const [report] = ownResults([gatedOf(data)], tally)
    if (!report) continue
    reasons.push(...gate(report, failOn).map(oneLine))
  }
  return reasons.length > 0
    ? {
        kind: 'failed',
        // Nobody set a gate.
        lines: [...lines, `${asGate === 'command' ? '' : `Gate failed (${failOn}): `}${reasons.join('; ')}`],
        ...(base && { base }),
      }
    : { kind: 'passed', lines }
}

/** Before CI has tested a project, its base may be what the same person broke a minute ago. */
const ownWork = ({ base, execution }: Operations['getReport']['data']): string | null => {
  if (base?.trust !== 'local') return null
  if (base.dirty)
    return `the base is a local run of uncommitted files (${base.url}); let CI test the base branch`
  return base.branch === execution.branch
    ? `the base is an earlier local run of this branch (${base.url}); let CI test the base branch`
    : null
}

/** The judgement if the server cannot be asked. Throws each error that is no `Refusal`. */
export const unanswered = (error: unknown): Judgement => {
  if (!(error instanceof Refusal)) throw error
  return doubt(error.message)
}

/** The judgement if something is missing that would decide. */
export const doubt = (reason: string, lines: string[] = []): Judgement => ({
  kind: 'doubt',
  lines: [...lines, `the exit code stays: ${reason}`],
})
