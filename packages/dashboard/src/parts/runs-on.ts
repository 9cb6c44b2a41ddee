import { linkOptions } from '@tanstack/react-router'

/** The link to the runs of a branch on one day. */
export const runsOn = ({
  organization,
  project,
  branch,
  day,
}: Record<'organization' | 'project' | 'branch' | 'day', string>) =>
  linkOptions({
    to: '/o/$organization/$project/executions',
    params: { organization, project },
    search: { branch, from: day, to: dayAfter(day) },
  })

const DAY_MS = 86_400_000

/** The day after a day, which bounds it as `to` of an address. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
