import { Icon, type IconName } from './icon.tsx'

export type MonitorState = 'healthy' | 'flaky' | 'broken'

const STATES: Record<MonitorState, { icon: IconName; tone: string }> = {
  healthy: { icon: 'passed', tone: 'passed' },
  flaky: { icon: 'flaky', tone: 'flaky' },
  broken: { icon: 'failed', tone: 'failed' },
}

/**
 * The state of a test's monitor as a shape; named if no text beside it says the same. Healthy does not mean that the
 * newest run passed.
 */
export function MonitorIcon({ state, isNamed = false }: { state: MonitorState; isNamed?: boolean }) {
  const { icon, tone } = STATES[state]
  return <Icon name={icon} tone={tone} {...(isNamed && { label: `monitor: ${state}` })} />
}
