import type { Group } from '../../data/runs.ts'
import type { IconName } from '../../parts/icon.tsx'

export interface GroupWords {
  id: Group
  title: string
  icon: IconName
  tone?: string
  /** Below the line: nothing that needs a reaction. */
  isGood?: boolean
}

/** The groups of a comparison, the most urgent first. */
export const GROUPS: readonly GroupWords[] = [
  { id: 'regressions', title: 'Broke', icon: 'failed', tone: 'failed' },
  { id: 'newTests', title: 'New tests', icon: 'plus' },
  { id: 'failuresNotCompared', title: 'Failed, not on the base', icon: 'unknown' },
  { id: 'errorsIntroduced', title: 'New errors outside tests', icon: 'warning', tone: 'failed' },
  { id: 'stillFailing', title: 'Still failing', icon: 'failed' },
  { id: 'errorsPersisting', title: 'Errors outside tests, on both sides', icon: 'warning' },
  { id: 'newlyFlaky', title: 'Newly flaky', icon: 'flaky', tone: 'flaky' },
  { id: 'slower', title: 'Slower', icon: 'slow' },
  { id: 'stoppedRunning', title: 'Stopped running', icon: 'skipped' },
  { id: 'improvements', title: 'Fixed', icon: 'passed', tone: 'passed', isGood: true },
  { id: 'errorsFixed', title: 'Fixed errors outside tests', icon: 'passed', tone: 'passed', isGood: true },
  { id: 'faster', title: 'Faster', icon: 'fast', isGood: true },
  { id: 'renameCandidates', title: 'Perhaps renamed', icon: 'rename', isGood: true },
  { id: 'renamed', title: 'Renamed', icon: 'rename', isGood: true },
  { id: 'removed', title: 'Removed', icon: 'skipped', isGood: true },
]
