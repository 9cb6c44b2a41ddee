import type { Comparison } from '../data/queries.ts'
import type { Group } from '../data/runs.ts'
import type { IconName } from './icon.tsx'

interface GroupWords {
  id: Group
  title: string
  icon: IconName
  tone?: string
}

/** The groups of a comparison, the most urgent first. */
export const GROUPS: readonly GroupWords[] = [
  { id: 'regressions', title: 'Broke', icon: 'failed', tone: 'failed' },
  { id: 'newTests', title: 'New tests', icon: 'plus' },
  { id: 'failuresNotCompared', title: 'Failed, not on the base', icon: 'unknown' },
  { id: 'errorsIntroduced', title: 'New errors outside tests', icon: 'warning', tone: 'failed' },
  { id: 'stillFailing', title: 'Still failing', icon: 'failed' },
  { id: 'errorsPersisting', title: 'Remaining errors outside tests', icon: 'warning' },
  { id: 'newlyFlaky', title: 'Newly flaky', icon: 'flaky', tone: 'flaky' },
  { id: 'slower', title: 'Slower', icon: 'slow' },
  { id: 'slowerFiles', title: 'Slower files', icon: 'slow' },
  { id: 'stoppedRunning', title: 'Stopped running', icon: 'skipped' },
  { id: 'improvements', title: 'Fixed', icon: 'passed', tone: 'passed' },
  { id: 'errorsFixed', title: 'Fixed errors outside tests', icon: 'passed', tone: 'passed' },
  { id: 'faster', title: 'Faster', icon: 'fast' },
  { id: 'renameCandidates', title: 'Perhaps renamed', icon: 'rename' },
  { id: 'renamed', title: 'Renamed', icon: 'rename' },
  { id: 'removed', title: 'Removed', icon: 'skipped' },
]

/** The entries of a group, including those that this answer omits. */
export const totalOf = ({ totals }: Pick<Comparison, 'totals'>, group: Group): number => totals[group] ?? 0
