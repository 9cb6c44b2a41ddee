import type { Operations } from '@svc/api'
import { type VerdictKind, verdictOf } from '@svc/protocol'
import type { FailedTest, Proof } from '@svc/prove'
import type { Connection } from '../server/connect.ts'
import { oneLine } from '../terminal/text.ts'

/** What trials show of one failure, with its sentence. */
export interface Told {
  proof: Proof<FailedTest>
  sentence: string
  /** The name of the base. */
  base: string
}

type Reported = Operations['getReport']['data']['failures'][number]

/** The verdicts that say what a finding says. The trials know no history of the base; the server does. */
const SAME: Partial<Record<Proof<FailedTest>['finding'], readonly VerdictKind[]>> = {
  proved: ['mine', 'unknown'],
  'new-flake': ['mine'],
  flake: ['known-flake'],
  'fails-on-base-now': ['base-is-broken', 'infrastructure'],
}

/**
 * Returns the sentences as the server judges, which knows the history: where a verdict is another one, it replaces the
 * sentence, and where there is none, only counts remain.
 */
export const sayVerdicts = async (
  told: Told[],
  executions: string[],
  { ask }: Pick<Connection, 'ask'>,
): Promise<Told[]> => {
  const { countsOf, labelOf } = await import('@svc/prove')
  const failures: Reported[] = []
  for (const id of executions) {
    const { data } = await ask((client) => client.getReport({ id, base: 'auto' }))
    failures.push(...data.failures)
  }
  return told.map(({ proof, sentence, base }) => {
    const same = SAME[proof.finding]
    if (!same) return { proof, sentence, base }
    const own = failures.find(({ test }) => test !== null && isSame(proof.test, test))
    const { verdict = null, because = null } = own ?? {}
    const label = labelOf(proof.test)
    if (verdict === null || because === null)
      return { proof, base, sentence: oneLine(`${label}: ${countsOf(proof, base)}`) }
    return {
      proof,
      base,
      sentence: same.includes(verdict)
        ? sentence
        : oneLine(`${label}: ${verdictOf(verdict).label}: ${because}`),
    }
  })
}

/** Without the server's verdict, the trials say no cause. */
export const sayCounts = async (told: Told[]): Promise<Told[]> => {
  const { countsOf, labelOf } = await import('@svc/prove')
  return told.map(({ proof, base, sentence }) => ({
    proof,
    base,
    sentence: SAME[proof.finding] ? oneLine(`${labelOf(proof.test)}: ${countsOf(proof, base)}`) : sentence,
  }))
}

const isSame = (one: FailedTest, other: NonNullable<Reported['test']>): boolean =>
  one.file === other.file &&
  one.variant === other.variant &&
  (one.occurrence ?? 0) === other.occurrence &&
  one.titles.join('\0') === other.titles.join('\0')
