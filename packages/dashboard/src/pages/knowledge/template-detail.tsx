import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { type Template, templateOf } from '../../data/knowledge.ts'
import { useChange } from '../../data/use-change.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { mayWrite, useRole } from '../../frame/use-role.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Form, Refusal } from '../../parts/form.tsx'
import { Lines } from '../../parts/lines.tsx'
import { Time } from '../../parts/time.tsx'
import { TextArea } from './text-area.tsx'

const route = getRouteApi('/o/$organization/templates')

/** A template: its text, its use, and its override for the project or the organization. */
export function TemplateDetail({
  organization,
  project,
  template,
}: {
  organization: string
  project: string | undefined
  template: Template
}) {
  const { view } = route.useSearch()
  const role = useRole(organization)
  // Found by its path, because after its removal the same address shows the template that it
  // overrode.
  const { data, error, refetch } = useQuery(templateOf(organization, template.path, project))
  const removed = useChange()
  const { path, title, source, author, updatedAt } = template
  const canWrite = project === undefined ? role === 'admin' : mayWrite(role)
  const isOwn = source === (project === undefined ? 'organization' : 'project')
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton rows={6} />
  return (
    <article className="proposal template-text" aria-labelledby="template">
      <h2 id="template">{title}</h2>
      <p className="path">
        <span className="mono">{path}</span>
        <span>{source === 'built-in' ? 'built in' : `of the ${source}, by ${author}`}</span>
        {updatedAt !== null && <Time at={updatedAt} />}
      </p>
      {view === 'edit' && canWrite ? (
        <Override organization={organization} project={project} template={data} />
      ) : (
        <>
          <div className="doing">
            {project !== undefined && mayWrite(role) && (
              <Link
                className="button first"
                to="/o/$organization/knowledge/$"
                params={{ organization, _splat: project }}
                search={{ view: 'new', template: path }}
              >
                New document from it
              </Link>
            )}
            <CopyButton text={data.content} label="Copy" />
            {canWrite && (
              <route.Link
                className="button"
                to="."
                search={(before) => ({ ...before, template: path, view: 'edit' as const })}
              >
                {isOwn ? 'Edit' : `Override for ${project ?? 'the organization'}`}
              </route.Link>
            )}
            {canWrite && isOwn && (
              <Button
                onClick={() =>
                  removed.mutate(() => clientOf(organization).deleteTemplate({ id: template.id }))
                }
                disabled={removed.isPending}
              >
                Remove the override
              </Button>
            )}
          </div>
          <Refusal error={removed.error} />
          <Lines text={data.content} label="Text of the template" look="wrap" />
        </>
      )}
    </article>
  )
}

function Override({
  organization,
  project,
  template,
}: {
  organization: string
  project: string | undefined
  template: Template & { content: string }
}) {
  const navigate = route.useNavigate()
  const [content, setContent] = useState(template.content)
  const id = useId()
  const [title, setTitle] = useState(template.title)
  const { path, category } = template
  const leave = () => navigate({ search: (before) => ({ ...before, view: undefined }) })
  return (
    <div className="editor">
      <Form
        button={`Save for ${project ?? 'the organization'}`}
        onSubmit={() =>
          clientOf(organization).putTemplate({ path, category, title, content, ...(project && { project }) })
        }
        onDone={leave}
        onCancel={leave}
      >
        <label>
          Title
          <span className="field">
            <input value={title} onChange={({ target }) => setTitle(target.value)} maxLength={200} required />
          </span>
        </label>
        <div className="labelled">
          <label htmlFor={id}>Markdown</label>
          <TextArea id={id} value={content} onChange={setContent} maxLength={65_536} />
        </div>
      </Form>
    </div>
  )
}
