import { useQuery } from '@tanstack/react-query'
import { projectsOf } from '../../data/queries.ts'
import type { Trust } from '../../data/settings.ts'
import { Form, given, Input, refusalOf, Select } from '../../parts/form.tsx'

interface Given {
  repositoryId: string
  /** Empty: its name stays the same. */
  repository: string
  refs: string[]
  /** Empty: the default events of the server. */
  events: string[]
  project: string | null
}

/** A repository to trust, or the rights of a trusted repository's workflows. */
export function TrustForm({
  organization,
  trust,
  onSubmit,
  onCancel,
}: {
  organization: string
  trust?: Trust
  onSubmit: (input: Given) => Promise<void>
  onCancel: () => void
}) {
  const { data: projects = [] } = useQuery(projectsOf(organization))
  const submit = (form: FormData) => {
    const project = given(form, 'project')
    const refs = wordsOf(given(form, 'refs'))
    return onSubmit({
      repositoryId: given(form, 'id'),
      repository: given(form, 'repository'),
      refs: refs.length > 0 ? refs : ['*'],
      events: wordsOf(given(form, 'events')),
      project: project === '' ? null : project,
    })
  }
  const slugs = new Set(projects.map(({ slug }) => slug))
  if (trust?.project) slugs.add(trust.project)
  return (
    <Form
      button={trust ? 'Save' : 'Trust'}
      onSubmit={submit}
      onCancel={onCancel}
      words={(error) => refusalOf(error, 'The trust')}
    >
      {!trust && (
        <Input
          label="Numeric id of the repository"
          name="id"
          required
          inputMode="numeric"
          pattern="\d{1,20}"
          hint="The id that api.github.com/repos/<owner>/<name> returns. Unlike a name, nobody can take it over."
        />
      )}
      <Input
        label="Name to show"
        name="repository"
        placeholder="owner/name"
        maxLength={300}
        defaultValue={trust?.repository ?? ''}
      />
      <Input
        label="Refs"
        name="refs"
        placeholder="refs/heads/main"
        defaultValue={trust?.refs.join(' ')}
        hint="Separated by spaces; * matches any characters. Empty: every ref."
      />
      <Input
        label="Events"
        name="events"
        required={trust !== undefined}
        placeholder="push pull_request"
        defaultValue={trust?.events.join(' ')}
        hint={trust ? 'Separated by spaces.' : 'Separated by spaces. Empty: all but pull_request_target.'}
      />
      <Select
        label="Project"
        name="project"
        defaultValue={trust?.project ?? ''}
        options={[
          { value: '', label: 'All projects' },
          ...[...slugs].map((slug) => ({ value: slug, label: `Only ${slug}` })),
        ]}
      />
      {trust && (
        <p className="hint">
          If you remove a ref, an event or a project, every key that its workflows have now is revoked.
        </p>
      )}
    </Form>
  )
}

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
