import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { whoAmI } from '../../data/queries.ts'
import { limitsOf, listOf } from '../../data/settings.ts'
import { NoPage } from '../../frame/no-page.tsx'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Audit } from './audit.tsx'
import { Keys } from './keys.tsx'
import { Members } from './members.tsx'
import { Projects } from './projects.tsx'
import { Retention } from './retention.tsx'
import type { SettingsProps } from './settings-props.ts'
import { Webhooks } from './webhooks.tsx'
import { Workflows } from './workflows.tsx'
import './settings.css'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { bytesText, count, number } from '../../parts/words.ts'
import { Entries } from './entries.tsx'

/** The limits of the organization's plan and of the server. */
function Limits({ organization }: SettingsProps) {
  const read = useQuery(limitsOf(organization))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const { plan, requests, agents, artifacts } = read.data
  return (
    <Section
      title="Limits"
      about={`The plan of this organization is ${plan}. The operator of the server sets plans and limits. The server refuses a request over a limit with status 429 and says when to try again.`}
    >
      <dl className="card numbers">
        <One name="Reads of one key or person, a minute" value={text(requests.readsPerMinute)} />
        <One
          name="Writes of one key or person, a minute"
          value={text(requests.writesPerMinute)}
          note="An upload that starts an execution is one write"
        />
        <One
          name="Uploaded bytes of one key, a minute"
          value={text(requests.uploadBytesPerMinute, bytesText)}
        />
        <One name="Calls of one agent, a minute" value={text(agents.callsPerMinute)} note="By plan" />
        <One name="Searches of one agent, a day" value={text(agents.searchesPerDay)} note="By plan" />
        <One name="One artifact" value={bytesText(artifacts.fileBytes)} />
        <One
          name="Artifacts of one execution"
          value={`${count(artifacts.filesPerExecution, 'file')}, ${bytesText(artifacts.bytesPerExecution)}`}
        />
      </dl>
    </Section>
  )
}

const text = (limit: number | null, as: (value: number) => string = number): string =>
  limit === null ? 'No limit' : as(limit)

function One({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>
        {name}
        {note && <span className="muted"> · {note}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Uploads that the server refused: why results are missing. */
function Uploads({ organization }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listRefusedUploads', {}))
  return (
    <Section
      title="Refused uploads"
      about="Uploads that the server refused although their key was valid, with the message that the client received. The list keeps the newest 100 kinds. Uploads with an unknown or revoked key belong to no organization and are not listed."
    >
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'passed',
          title: 'No upload was refused',
          words: <p>If results are missing, check the log of the job: it may never have sent them.</p>,
        }}
      >
        {({ door, code, message, credential, count, firstAt, lastAt }) => (
          <div className="entry">
            <span className="about">
              <span className="name">{message}</span>
              <span className="under">
                <Facts>
                  <code>{door}</code>
                  {code}
                  {credential}
                </Facts>
              </span>
            </span>
            <span className="told">
              <span>
                <Time at={lastAt} />
              </span>
              {count > 1 && (
                <span>
                  First <Time at={firstAt} />
                </span>
              )}
            </span>
            <span className="actions muted">{count > 1 && `at least ${number(count)} times`}</span>
          </div>
        )}
      </Entries>
    </Section>
  )
}

const route = getRouteApi('/o/$organization/settings/$page')

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

/** The settings of an organization, one subject at a time. */
export function SettingsPage() {
  const { organization, page } = route.useParams()
  const me = useQuery(whoAmI())
  const shown = PAGES.find((each) => each.page === page)
  useIsOrganization(organization)
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
            {...(each === page && { 'aria-current': 'page' })}
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
