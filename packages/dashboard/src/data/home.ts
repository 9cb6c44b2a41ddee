import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'

export type HomeProject = Operations['getHome']['data']['projects'][number]

/** The projects of an organization with the state of each. */
export const homeOf = (organization: string) =>
  queryOptions({
    queryKey: ['home', organization],
    queryFn: async ({ signal }) => (await clientOf(organization).getHome({}, { signal })).data,
    staleTime: 60_000,
  })
