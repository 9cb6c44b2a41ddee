import type { PullRequest } from '../../data/runs.ts'
import { count, number } from '../../parts/words.ts'

type Push = Pick<PullRequest['pushes'][number], 'failing' | 'errors' | 'change' | 'state'>

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** 1st, 2nd, 3rd. */
export const ordinal = (n: number): string => `${number(n)}${ENDINGS[ORDINALS.select(n)] ?? 'th'}`

/** What a push changed: what it fixed, what it broke, and what is left. */
export function pushText({ failing, errors, change, state }: Push): string {
  const isCalm = failing + errors + (change ? change.fixed + change.broke + change.notRun : 0) === 0
  const left = failing === 0 && (change?.notRun ?? 0) === 0 ? 'none left' : `${number(failing)} left`
  const parts = [
    ...(isCalm ? [CALM[state]] : []),
    ...(change && change.fixed > 0 ? [`fixed ${number(change.fixed)}`] : []),
    ...(change && change.broke > 0 ? [`broke ${number(change.broke)}`] : []),
    ...(!isCalm && change ? [left] : failing > 0 ? [`${number(failing)} failed`] : []),
    ...(change && change.notRun > 0 ? [`${count(change.notRun, 'failure')} not run again`] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ]
  return [...parts, ...(state === 'running' ? ['so far'] : [])].join(', ')
}

/** Without a failure of its own. */
const CALM = {
  passed: 'nothing failed',
  failed: 'fails as its base does',
  running: 'no failure',
  cancelled: 'cancelled',
  incomplete: 'incomplete',
} as const
