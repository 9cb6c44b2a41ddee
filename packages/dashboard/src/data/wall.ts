import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'

export type Wall = Operations['getWall']['data']
export type WallProject = Wall['projects'][number]

/** The state of every project of an organization. */
export const wallOf = (organization: string) =>
  queryOptions({
    queryKey: ['wall', organization],
    queryFn: async ({ signal }) => (await clientOf(organization).getWall({}, { signal })).data,
  })
