import type { QueryClient } from '@tanstack/react-query'
import { projectsOf, whoAmI } from '../data/queries.ts'
import { addressOf, PROJECT_PAGES } from './pages.ts'
import type { PaletteItem, PaletteSource } from './palette.tsx'
import type { Place } from './place.tsx'

/** What the palette of every page searches. A further source is a further row. */
export const sourcesOf = (queries: QueryClient, place: Place): PaletteSource[] => [
  { title: 'Pages', find: (query, most) => matching(pagesOf(place), query, most) },
  { title: 'Projects', find: async (query, most) => matching(await allProjects(queries), query, most) },
  ...foundByServer(queries, place),
]

const FOUND = ['Tests', 'Pull requests', 'Commits', 'Executions']

/** What the server finds; its code is read with the first search. */
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

function pagesOf({ organization, project }: Place): PaletteItem[] {
  const own =
    organization === null || project === null
      ? []
      : PROJECT_PAGES.map(({ label, icon, path }) => ({
          id: `page-${path}`,
          label,
          note: project,
          icon,
          go: addressOf(organization, project, path),
        }))
  return [...own, { id: 'page-home', label: 'All projects', icon: 'home', go: '/' }]
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

const matching = (items: PaletteItem[], query: string, most: number): PaletteItem[] => {
  const words = query.toLowerCase().split(/\s+/)
  const fits = ({ label, note = '' }: PaletteItem) =>
    words.every((word) => `${label} ${note}`.toLowerCase().includes(word))
  return items.filter(fits).slice(0, most)
}
