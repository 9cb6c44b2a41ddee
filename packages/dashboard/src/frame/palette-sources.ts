import type { QueryClient } from '@tanstack/react-query'
import { clientOf } from '../data/client.ts'
import { projectsOf, whoAmI } from '../data/queries.ts'
import { addressOf, pagesOfPlace } from './pages.ts'
import type { PaletteItem, PaletteSource } from './palette-find.ts'
import type { Place } from './place.tsx'

/** The sources of the palette on every page. A further source needs a further row. */
export const sourcesOf = (queries: QueryClient, place: Place): PaletteSource[] => [
  { title: 'Pages', find: (query, most) => matching(pagesOf(place), query, most) },
  { title: 'Projects', find: async (query, most) => matching(await allProjects(queries), query, most) },
  { title: 'Documents', find: (query, most, signal) => documentsOf(place, query, most, signal) },
  ...foundByServer(queries, place),
]

const FOUND = ['Tests', 'Pull requests', 'Commits', 'Executions']

/** The server's matches; the code is loaded with the first search. */
function foundByServer(queries: QueryClient, place: Place): PaletteSource[] {
  let made: Promise<PaletteSource[]> | null = null
  const load = () => {
    made ??= import('./palette-find.ts').then(({ findEverywhere }) => findEverywhere(queries, place))
    return made
  }
  return FOUND.map((title) => ({
    title,
    find: async (query, most, signal) => {
      const source = (await load()).find((each) => each.title === title)
      return source ? source.find(query, most, signal) : []
    },
  }))
}

const SETTINGS = [
  'keys',
  'members',
  'projects',
  'workflows',
  'webhooks',
  'retention',
  'limits',
  'uploads',
  'audit',
]

/** Pages of an organization that are not in the bar: name and path. */
const ORGANIZATION_PAGES = [
  ['Wall: what broke, by which commit', 'wall'],
  ['Tasks of agents', 'tasks'],
  ['Changes of agents', 'agents?view=changes'],
  ...SETTINGS.map((page) => [`Settings: ${page}`, `settings/${page}`] as const),
] as const

function pagesOf({ organization, project }: Place): PaletteItem[] {
  const own =
    organization === null
      ? []
      : pagesOfPlace(project).map(({ label, icon, path, isOfOrganization }) => ({
          id: `page-${path}`,
          label,
          note: (isOfOrganization ? null : project) ?? organization,
          icon,
          go: addressOf(organization, project, path),
        }))
  const below =
    organization === null
      ? []
      : ORGANIZATION_PAGES.map(([label, path]) => ({
          id: `page-${path}`,
          label,
          note: organization,
          icon: 'list' as const,
          go: `/o/${encodeURIComponent(organization)}/${path}`,
        }))
  return [
    ...own,
    { id: 'page-home', label: 'All projects', icon: 'home', go: '/' },
    { id: 'page-me', label: 'Profile and sessions', icon: 'person', go: '/me' },
    ...below,
  ]
}

async function allProjects(queries: QueryClient): Promise<PaletteItem[]> {
  const { organizations } = await queries.ensureQueryData(whoAmI())
  const lists = await Promise.all(
    organizations.map(async ({ slug: organization }) =>
      (await queries.ensureQueryData(projectsOf(organization))).map(({ slug }) => ({
        id: `project-${organization}-${slug}`,
        label: slug,
        note: organization,
        icon: 'stack' as const,
        go: addressOf(organization, slug, ''),
      })),
    ),
  )
  return lists.flat()
}

/** Documents by title or path; the Knowledge page searches their texts. */
async function documentsOf(
  { organization }: Place,
  query: string,
  most: number,
  signal: AbortSignal,
): Promise<PaletteItem[]> {
  if (organization === null || query.length < 2) return []
  const { data } = await clientOf(organization).listDocuments({ q: query, limit: most }, { signal })
  return data.map(({ id, title, project, path }) => ({
    id: `document-${id}`,
    label: title,
    note: `${project} · ${path}`,
    icon: 'doc' as const,
    go: `/o/${[organization, 'knowledge', project, ...path.split('/')].map(encodeURIComponent).join('/')}`,
  }))
}

const matching = (items: PaletteItem[], query: string, most: number): PaletteItem[] => {
  const words = query.toLowerCase().split(/\s+/)
  const fits = ({ label, note = '' }: PaletteItem) =>
    words.every((word) => `${label} ${note}`.toLowerCase().includes(word))
  return items.filter(fits).slice(0, most)
}
