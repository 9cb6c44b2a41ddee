import type { IconName } from '../parts/icon.tsx'

/** A page of a project, in the order of the bar. */
export interface ProjectPage {
  label: string
  icon: IconName
  /** The second letter of `g` and a letter. */
  key: string
  /** Below `/o/<organization>/<project>`; empty: the project's start page. */
  path: string
  /** Addresses elsewhere that belong to this page. */
  isAlso?: RegExp
}

/** The bar, the phone's tabs, the palette and the keys `g …` all come from this list: a new page is a new row. */
export const PROJECT_PAGES: ProjectPage[] = [
  { label: 'Overview', icon: 'home', key: 'o', path: '' },
  { label: 'Executions', icon: 'list', key: 'e', path: '/executions', isAlso: /^\/(executions|compare)\b/ },
  { label: 'Pull requests', icon: 'pull', key: 'p', path: '/pulls', isAlso: /^\/o\/[^/]+\/pulls\/\d/ },
]

export const addressOf = (organization: string, project: string, path: string): string =>
  `/o/${encodeURIComponent(organization)}/${encodeURIComponent(project)}${path}`

/** Whether an address belongs to a page of a project. */
export function isPageAt({ path, isAlso }: ProjectPage, address: string, pathname: string): boolean {
  if (isAlso?.test(pathname)) return true
  return path === '' ? pathname === address : pathname === address || pathname.startsWith(`${address}/`)
}
