import type { IconName } from '../parts/icon.tsx'

/** A page of a project, in the order of the bar. */
export interface ProjectPage {
  label: string
  icon: IconName
  /** The second letter of `g` and a letter. */
  key: string
  /** Below `/o/<organization>/<project>`, or below `/o/<organization>`. */
  path: string
  isOfOrganization?: true
  /** Further paths that belong to it. */
  also?: string[]
}

/** The bar, the phone's tabs, the palette and the keys `g …` all come from this list: a new page is a new row. */
const PROJECT_PAGES: ProjectPage[] = [
  { label: 'Executions', icon: 'list', key: 'e', path: '/executions' },
  { label: 'Tests', icon: 'passed', key: 't', path: '/tests' },
  { label: 'Flaky', icon: 'flaky', key: 'f', path: '/flaky' },
  { label: 'Failures', icon: 'failed', key: 'x', path: '/failures' },
  { label: 'Trends', icon: 'slow', key: 'r', path: '/trends' },
  {
    label: 'Knowledge',
    icon: 'doc',
    key: 'k',
    path: '/knowledge',
    isOfOrganization: true,
    also: ['/proposals', '/templates'],
  },
  { label: 'Agents', icon: 'person', key: 'a', path: '/agents', isOfOrganization: true, also: ['/tasks'] },
]

/** Address of a page of the list above, or of a path below a project. */
export function addressOf(organization: string, project: string | null, path: string): string {
  const page = PROJECT_PAGES.find((each) => each.path === path)
  const below = page?.isOfOrganization || project === null ? '' : `/${encodeURIComponent(project)}`
  return `/o/${encodeURIComponent(organization)}${below}${path}`
}

/** The list's pages that have an address: without a project, those of the organization. */
export const pagesOfPlace = (project: string | null): ProjectPage[] =>
  PROJECT_PAGES.filter(({ isOfOrganization }) => project !== null || isOfOrganization)
