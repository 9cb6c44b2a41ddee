import type { Operations } from '@svc/api'
import { clientOf } from './client.ts'
import { readOf } from './read-of.ts'

export type HomeProject = Operations['getHome']['data']['projects'][number]

/** The projects of an organization with the state of each. */
export const homeOf = (organization: string) =>
  readOf(['home', organization], (options) => clientOf(organization).getHome({}, options))
