import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { codeOf } from '../../data/code-of.ts'
import { templateOf, templatesOf } from '../../data/knowledge.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { refusalOf } from '../../parts/form.tsx'
import { Editor } from './editor.tsx'
import { splatOf } from './place-of.ts'

const route = getRouteApi('/o/$organization/knowledge/$')

/** Writes a new document, from a template if one is selected. */
export function NewDocument({
  organization,
  project,
  folder,
}: {
  organization: string
  project: string
  folder: string
}) {
  const { template = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organization/knowledge/$' })
  const [path, setPath] = useState(folder === '' ? '' : `${folder}/`)
  const templates = useQuery(templatesOf(organization, project))
  const chosen = useQuery({ ...templateOf(organization, template, project), enabled: template !== '' })
  const open = (splat: string) =>
    navigate({
      to: '/o/$organization/knowledge/$',
      params: { organization, _splat: splat },
      search: {},
    })
  const fields = (
    <>
      <label>
        Path
        <span className="field">
          <input
            value={path}
            onChange={({ target }) => setPath(target.value)}
            placeholder="docs/architecture.md"
            required
          />
        </span>
      </label>
      <label>
        Template
        <span className="field template">
          <select
            value={template}
            onChange={({ target }) =>
              navigate({
                search: { view: 'new', ...(target.value !== '' && { template: target.value }) },
                replace: true,
              })
            }
          >
            <option value="">None</option>
            {templates.data?.map(({ path: value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </span>
      </label>
    </>
  )
  if (chosen.error) return <Trouble error={chosen.error} onRetry={() => chosen.refetch()} />
  return (
    <section aria-labelledby="new">
      <h2 className="folder-title" id="new">
        New document of {project}
      </h2>
      {template !== '' && !chosen.data ? (
        <Skeleton rows={6} />
      ) : (
        <Editor
          key={template}
          start={{ content: chosen.data?.content ?? '', visibility: 'project' }}
          words={(error) =>
            codeOf(error) === 'CONFLICT'
              ? `${withEnding(path)} already exists. Choose another path, or open the document and edit it.`
              : refusalOf(error)
          }
          saveLabel="Create"
          onSave={async (draft) => {
            const input = { project, path: withEnding(path), ...draft, baseRevision: 0 }
            return (await clientOf(organization).putDocument(input)).data.path
          }}
          onDone={(made) => open(splatOf(project, made))}
          onCancel={() => open(splatOf(project, folder))}
        >
          {fields}
        </Editor>
      )}
    </section>
  )
}

/** Documents are Markdown; a name without an extension gets one. */
const withEnding = (path: string): string =>
  /\.(md|mdx|markdown)$/i.test(path.trim()) ? path.trim() : `${path.trim()}.md`
