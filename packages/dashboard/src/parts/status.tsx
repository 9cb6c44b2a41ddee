import { type VerdictKind, verdictOf } from '@svc/protocol'
import { Icon, type IconName } from './icon.tsx'
import './status.css'

export type Status = 'passed' | 'failed' | 'flaky' | 'skipped' | 'timedOut' | 'interrupted'

const STATUS: Record<Status, { icon: IconName; tone: string; word: string }> = {
  passed: { icon: 'passed', tone: 'passed', word: 'passed' },
  failed: { icon: 'failed', tone: 'failed', word: 'failed' },
  timedOut: { icon: 'clock', tone: 'failed', word: 'timed out' },
  interrupted: { icon: 'skipped', tone: 'failed', word: 'interrupted' },
  flaky: { icon: 'flaky', tone: 'flaky', word: 'flaky' },
  skipped: { icon: 'skipped', tone: 'skipped', word: 'skipped' },
}

export const statusWord = (status: Status): string => STATUS[status].word

/** A result as a coloured shape. Set `isNamed` if no word beside it says the same. */
export function StatusIcon({
  status,
  isNamed = false,
  isQuiet = false,
}: {
  status: Status
  isNamed?: boolean
  isQuiet?: boolean
}) {
  const { icon, tone, word } = STATUS[status]
  return <Icon name={icon} tone={isQuiet ? 'muted' : tone} {...(isNamed && { label: word })} />
}

const VERDICT_ICONS: Record<VerdictKind, IconName | null> = {
  mine: 'failed',
  unknown: 'unknown',
  infrastructure: null,
  'base-is-broken': 'branch',
  'known-flake': 'flaky',
}

/** A verdict in the comment's words. Only verdicts about the change itself are solid. */
export function VerdictChip({ kind }: { kind: VerdictKind }) {
  const icon = VERDICT_ICONS[kind]
  return (
    <span className={`chip ${kind}`}>
      {icon && <Icon name={icon} />}
      {verdictOf(kind).label}
    </span>
  )
}

/** A short note beside a name, such as `new`. */
export function Chip({ children }: { children: string }) {
  return <span className="chip fresh">{children}</span>
}
