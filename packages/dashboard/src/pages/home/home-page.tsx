import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { homeOf } from '../../data/home.ts'
import { type Me, whoAmI } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { FirstRun } from '../../parts/first-run.tsx'
import { ProjectRow } from './project-row.tsx'
import '../../parts/rows.css'
import './home-page.css'

/** All projects of the person's organizations, those that need somebody first. */
export function HomePage() {
  const me = useQuery(whoAmI())
  useIsPlace(null)
  useTitle('')
  useOnlyProject(me.data)
  if (me.error) return <Trouble error={me.error} onRetry={() => me.refetch()} />
  if (!me.data) return <Skeleton />
  const { organizations } = me.data
  if (organizations.length === 0)
    return (
      <EmptyState level={1} icon="person" title="You are in no organization yet">
        <p>Ask an admin of your organization for an invitation link, and open it here.</p>
      </EmptyState>
    )
  return (
    <>
      <h1 className="page-title">Projects</h1>
      {organizations.map(({ slug, name }) => (
        <Projects key={slug} organization={slug} name={name} />
      ))}
    </>
  )
}

/** Opens the project of a person who has only one. */
function useOnlyProject(me: Me | undefined): void {
  const [first, second] = me?.organizations ?? []
  const organization = second === undefined ? first?.slug : undefined
  const { data: home } = useQuery({ ...homeOf(organization ?? ''), enabled: organization !== undefined })
  const navigate = useNavigate()
  const project = home?.projects.length === 1 ? home.projects[0]?.project : undefined
  useEffect(() => {
    if (organization === undefined || project === undefined) return
    void navigate({ to: '/o/$organization/$project', params: { organization, project }, replace: true })
  }, [navigate, organization, project])
}

function Projects({ organization, name }: { organization: string; name: string }) {
  const { data: home, error, refetch } = useQuery(homeOf(organization))
  if (error && !home) return <Trouble error={error} onRetry={() => refetch()} />
  return (
    <section className="listed" aria-labelledby={`organization-${organization}`}>
      <div className="list-head home-head">
        <h2 id={`organization-${organization}`}>{name}</h2>
        {home && home.projects.length > 0 && (
          <Link className="link end" to="/o/$organization/wall" params={{ organization }}>
            Wall<span className="sr"> of {name}</span>: what broke, by which commit
          </Link>
        )}
      </div>
      {!home ? (
        <Skeleton rows={3} />
      ) : home.projects.length === 0 ? (
        <div className="card">
          <FirstRun level={2} title="No project yet" organization={organization} />
        </div>
      ) : (
        <ul className="card rows">
          {home.projects.map((each) => (
            <ProjectRow key={each.project} project={each} days={home.days} organization={organization} />
          ))}
        </ul>
      )}
      {home?.hasMore && <p className="chosen">These are the 100 most recently run projects.</p>}
    </section>
  )
}
