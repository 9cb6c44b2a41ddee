import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { whoAmI } from '../../data/queries.ts'
import { listOf, type Role } from '../../data/settings.ts'
import { NoPage } from '../../frame/no-page.tsx'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Audit } from './audit.tsx'
import { Keys } from './keys.tsx'
import { Limits } from './limits.tsx'
import { Members } from './members.tsx'
import { Projects } from './projects.tsx'
import { Retention } from './retention.tsx'
import { Uploads } from './uploads.tsx'
import { Webhooks } from './webhooks.tsx'
import { Workflows } from './workflows.tsx'
import './settings.css'

const route = getRouteApi('/o/$organization/settings/$page')

/** The data that a page of settings gets. */
export interface SettingsProps {
  organization: string
  role: Role
}

const PAGES: {
  page: string
  label: string
  isForAll?: boolean
  Content: ComponentType<SettingsProps>
}[] = [
  { page: 'keys', label: 'API keys', Content: Keys },
  { page: 'members', label: 'Members', isForAll: true, Content: Members },
  { page: 'projects', label: 'Projects', Content: Projects },
  { page: 'workflows', label: 'Workflows', Content: Workflows },
  { page: 'webhooks', label: 'Webhooks', Content: Webhooks },
  { page: 'retention', label: 'Retention', Content: Retention },
  { page: 'limits', label: 'Limits', isForAll: true, Content: Limits },
  { page: 'uploads', label: 'Refused uploads', Content: Uploads },
  { page: 'audit', label: 'Audit', Content: Audit },
]

/** On a phone, the selected page may be beyond the edge of the bar, which scrolls sideways. */
const bringIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The settings of an organization, one subject at a time. */
export function SettingsPage() {
  const { organization, page } = route.useParams()
  const me = useQuery(whoAmI())
  const shown = PAGES.find((each) => each.page === page)
  useIsPlace(null, organization)
  useTitle(`${shown?.label ?? 'Settings'} · ${organization}`)
  if (me.error) return <Trouble error={me.error} onRetry={() => me.refetch()} />
  if (!me.data) return <Skeleton />
  const membership = me.data.organizations.find(({ slug }) => slug === organization)
  if (!membership || !shown) return <NoPage />
  const { role, name } = membership
  const isAllowed = shown.isForAll || role === 'admin'
  return (
    <>
      <div className="settings-head">
        <h1 className="page-title">Settings</h1>
        <span className="muted">{name}</span>
      </div>
      <nav className="settings-nav" aria-label="Settings">
        {PAGES.map(({ page: each, label }) => (
          <Link
            key={each}
            to="/o/$organization/settings/$page"
            params={{ organization, page: each }}
            {...(each === page && { 'aria-current': 'page', ref: bringIntoView })}
          >
            {label}
          </Link>
        ))}
      </nav>
      {isAllowed ? (
        <shown.Content key={organization} organization={organization} role={role} />
      ) : (
        <OnlyAdmins organization={organization} name={name} role={role} />
      )}
    </>
  )
}

/** Names the people who can help. */
function OnlyAdmins({ organization, name, role }: SettingsProps & { name: string }) {
  const { data } = useInfiniteQuery(listOf(organization, 'listMembers', {}))
  const admins = data?.pages.flatMap((page) => page.data).filter((member) => member.role === 'admin') ?? []
  return (
    <EmptyState icon="person" title={`Only admins of ${name} see this`}>
      <p>
        You are {role === 'viewer' ? 'a viewer' : 'an editor'}. An admin can do it for you, or change your
        role
        {admins.length > 0 && <>: {admins.map(({ email }) => email).join(', ')}</>}.
      </p>
      <Link
        className="button"
        to="/o/$organization/settings/$page"
        params={{ organization, page: 'members' }}
      >
        Members
      </Link>
    </EmptyState>
  )
}
