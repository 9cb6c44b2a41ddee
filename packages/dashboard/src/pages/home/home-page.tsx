import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Me, projectsOf, whoAmI } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { FirstRun } from '../../parts/first-run.tsx'
import { Icon } from '../../parts/icon.tsx'
import '../../parts/rows.css'

/** All projects of the person's organizations. */
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
  const { data: projects } = useQuery({
    ...projectsOf(organization ?? ''),
    enabled: organization !== undefined,
  })
  const navigate = useNavigate()
  const project = projects?.length === 1 ? projects[0]?.slug : undefined
  useEffect(() => {
    if (organization === undefined || project === undefined) return
    void navigate({ to: '/o/$organization/$project', params: { organization, project }, replace: true })
  }, [navigate, organization, project])
}

function Projects({ organization, name }: { organization: string; name: string }) {
  const { data: projects, error, refetch } = useQuery(projectsOf(organization))
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  return (
    <section className="listed" aria-labelledby={`organization-${organization}`}>
      <h2 id={`organization-${organization}`}>{name}</h2>
      {!projects ? (
        <Skeleton rows={3} />
      ) : projects.length === 0 ? (
        <div className="card">
          <FirstRun level={2} title="No project yet" organization={organization} />
        </div>
      ) : (
        <ul className="card rows">
          {projects.map(({ slug }) => (
            <li key={slug}>
              <Link className="line" to="/o/$organization/$project" params={{ organization, project: slug }}>
                <Icon name="stack" tone="muted" />
                <span className="name">{slug}</span>
                <Icon name="right" tone="muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
