import type { Operations } from '@svc/api'
import { clientOf } from './client.ts'
import { readOf } from './read-of.ts'

export type Wall = Operations['getWall']['data']
export type WallProject = Wall['projects'][number]

/** The state of every project of an organization. */
export const wallOf = (organization: string) =>
  readOf(['wall', organization], (options) => clientOf(organization).getWall({}, options), { staleTime: 0 })
