import plainIcon from '../styles/icon.svg'
import failedIcon from '../styles/icon-failed.svg'
import passedIcon from '../styles/icon-passed.svg'
import runningIcon from '../styles/icon-running.svg'

/** The state in a tab's icon, for a reader who looks at another tab. */
export type Sign = 'passed' | 'failed' | 'running'

const SIGNS: Record<Sign, string> = { passed: passedIcon, failed: failedIcon, running: runningIcon }

/** Shows a state in the tab's icon, or the plain icon. */
export function showSign(sign: Sign | undefined): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = sign === undefined ? plainIcon : SIGNS[sign]
}
