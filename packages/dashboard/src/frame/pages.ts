import type { IconName } from '../parts/icon.tsx'

type Route =
  | `/o/$organization/$project${'' | '/executions' | '/pulls' | '/tests' | '/flaky' | '/failures' | '/trends'}`
  | '/o/$organization/knowledge/$'
  | '/o/$organization/agents'

/** A page of a project, in the order of the bar. */
export interface ProjectPage {
  label: string
  icon: IconName
  /** The second letter of the shortcut `g` plus a letter. */
  key: string
  to: Route
  /** Below `/o/<organization>/<project>`, or below `/o/<organization>`; empty: the project's start page. */
  path: string
  isOfOrganization?: true
  /** Other addresses that belong to this page. */
  isAlso?: RegExp
}

/** The source of the bar, the phone's tabs, the palette and the keys `g …`: a new page needs one new row. */
const PROJECT_PAGES: ProjectPage[] = [
  { label: 'Overview', icon: 'home', key: 'o', to: '/o/$organization/$project', path: '' },
  {
    label: 'Executions',
    icon: 'list',
    key: 'e',
    to: '/o/$organization/$project/executions',
    path: '/executions',
    isAlso: /^\/(executions|compare)\b/,
  },
  {
    label: 'Pull requests',
    icon: 'pull',
    key: 'p',
    to: '/o/$organization/$project/pulls',
    path: '/pulls',
    isAlso: /^\/o\/[^/]+\/pulls\/\d/,
  },
  { label: 'Tests', icon: 'passed', key: 't', to: '/o/$organization/$project/tests', path: '/tests' },
  { label: 'Flaky', icon: 'flaky', key: 'f', to: '/o/$organization/$project/flaky', path: '/flaky' },
  {
    label: 'Failures',
    icon: 'failed',
    key: 'x',
    to: '/o/$organization/$project/failures',
    path: '/failures',
  },
  { label: 'Trends', icon: 'slow', key: 'r', to: '/o/$organization/$project/trends', path: '/trends' },
  {
    label: 'Knowledge',
    icon: 'doc',
    key: 'k',
    to: '/o/$organization/knowledge/$',
    path: '/knowledge',
    isOfOrganization: true,
    isAlso: /^\/o\/[^/]+\/(proposals|templates)\b/,
  },
  {
    label: 'Agents',
    icon: 'person',
    key: 'a',
    to: '/o/$organization/agents',
    path: '/agents',
    isOfOrganization: true,
    isAlso: /^\/o\/[^/]+\/tasks\b/,
  },
]

/** The address of a page of this list, or of a path below a project. */
export function addressOf(organization: string, project: string | null, path: string): string {
  const page = PROJECT_PAGES.find((each) => each.path === path)
  const below = page?.isOfOrganization || project === null ? '' : `/${encodeURIComponent(project)}`
  return `/o/${encodeURIComponent(organization)}${below}${path}`
}

/** The pages of this list that have an address: without a project, those of the organization. */
export const pagesOfPlace = (project: string | null): ProjectPage[] =>
  PROJECT_PAGES.filter(({ isOfOrganization }) => project !== null || isOfOrganization)

/** Whether an address belongs to a page. */
export function isPageAt({ path, isAlso }: ProjectPage, address: string, pathname: string): boolean {
  if (isAlso?.test(pathname)) return true
  return path === '' ? pathname === address : pathname === address || pathname.startsWith(`${address}/`)
}
