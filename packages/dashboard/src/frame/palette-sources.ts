import type { QueryClient } from '@tanstack/react-query'
import { projectsOf, whoAmI } from '../data/queries.ts'
import { addressOf, PROJECT_PAGES } from './pages.ts'
import type { PaletteItem, PaletteSource } from './palette.tsx'
import { findEverywhere } from './palette-find.ts'
import type { Place } from './place.tsx'

/** What the palette of every page searches. A further source is a further row. */
export const sourcesOf = (queries: QueryClient, place: Place): PaletteSource[] => [
  { title: 'Pages', find: (query, most) => matching(pagesOf(place), query, most) },
  { title: 'Projects', find: async (query, most) => matching(await allProjects(queries), query, most) },
  ...findEverywhere(queries, place),
]

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
