import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Template, templatesOf } from '../../data/knowledge.ts'
import { projectsOf } from '../../data/queries.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { SectionsNav } from './sections-nav.tsx'
import { TemplateDetail } from './template-detail.tsx'
import './knowledge.css'
import './proposals.css'

const route = getRouteApi('/o/$organization/templates')

/** The structures of documents: built-in ones, and those of the organization or a project that override them. */
export function TemplatesPage() {
  const { organization } = route.useParams()
  const { project, template } = route.useSearch()
  const isNarrow = useMedia(NARROW)
  const { data: templates, error, refetch } = useQuery(templatesOf(organization, project))
  useIsOrganization(organization, project)
  useTitle('Templates')
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  const chosen = templates?.find(({ path }) => path === template) ?? (isNarrow ? undefined : templates?.[0])
  const detail = chosen && (
    <TemplateDetail
      key={`${chosen.path} ${project}`}
      organization={organization}
      project={project}
      template={chosen}
    />
  )
  return (
    <>
      <header className="head-of">
        <h1 className="page-title">Knowledge</h1>
        <SectionsNav organization={organization} project={project} here="templates" />
      </header>
      <div className="filters-of">
        <ProjectChoice organization={organization} project={project} />
      </div>
      {!templates ? (
        <Skeleton rows={8} />
      ) : templates.length === 0 ? (
        <EmptyState icon="doc" title="There is no template" />
      ) : (
        <div className="proposals">
          <ul className="card rows" aria-label="Templates">
            {templates.map((each) => (
              <li key={each.path}>
                <Line template={each} isChosen={each === chosen} />
                {isNarrow && each === chosen && detail}
              </li>
            ))}
          </ul>
          {!isNarrow && detail}
        </div>
      )}
    </>
  )
}

function Line({ template: { path, title, source }, isChosen }: { template: Template; isChosen: boolean }) {
  return (
    <route.Link
      className="line"
      to="."
      search={(before) => ({ project: before.project, template: path })}
      resetScroll={false}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      <Icon name="doc" tone="muted" />
      <span className="about">
        <span className="name ellipsis">{title}</span>
        <span className="under ellipsis mono">{path}</span>
      </span>
      {source !== 'built-in' && <span className="chip fresh">{source}</span>}
    </route.Link>
  )
}

function ProjectChoice({ organization, project }: { organization: string; project: string | undefined }) {
  const { data: projects = [] } = useQuery(projectsOf(organization))
  const navigate = route.useNavigate()
  const slugs = projects.map(({ slug }) => slug)
  return (
    <label className="field">
      <span className="sr">Templates of</span>
      <select
        value={project ?? ''}
        onChange={({ target }) => navigate({ search: { project: target.value || undefined } })}
      >
        <option value="">Of the organization</option>
        {[...new Set([...slugs, ...(project ? [project] : [])])].map((slug) => (
          <option key={slug} value={slug}>
            Of {slug}
          </option>
        ))}
      </select>
    </label>
  )
}
