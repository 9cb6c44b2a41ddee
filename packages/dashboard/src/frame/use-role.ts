import { useQuery } from '@tanstack/react-query'
import { whoAmI } from '../data/queries.ts'

export type Role = 'viewer' | 'editor' | 'admin'

/** The signed-in person's role in an organization; null until it is known. */
export function useRole(organization: string): Role | null {
  const { data: me } = useQuery(whoAmI())
  return (me?.organizations.find(({ slug }) => slug === organization)?.role as Role | undefined) ?? null
}

export const mayWrite = (role: Role | null): boolean => role === 'editor' || role === 'admin'
