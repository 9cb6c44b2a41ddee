import type { IconName } from '../parts/icon.tsx'

/** A page of a project, in the order of the bar. */
export interface ProjectPage {
  label: string
  icon: IconName
  /** The second letter of `g` and a letter. */
  key: string
  /** Below `/o/<organization>/<project>`. */
  path: string
}

/** The bar, the phone's tabs, the palette and the keys `g …` all come from this list: a new page is a new row. */
export const PROJECT_PAGES: ProjectPage[] = [
  { label: 'Executions', icon: 'list', key: 'e', path: '/executions' },
  { label: 'Tests', icon: 'passed', key: 't', path: '/tests' },
  { label: 'Flaky', icon: 'flaky', key: 'f', path: '/flaky' },
  { label: 'Failures', icon: 'failed', key: 'x', path: '/failures' },
  { label: 'Trends', icon: 'slow', key: 'r', path: '/trends' },
]

export const addressOf = (organization: string, project: string, path: string): string =>
  `/o/${encodeURIComponent(organization)}/${encodeURIComponent(project)}${path}`
