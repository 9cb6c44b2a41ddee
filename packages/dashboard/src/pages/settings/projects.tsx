import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { listOf, type Project } from '../../data/settings.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Form, given, Input, Notice, refusalOf } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { Entries } from './entries.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Projects: name, default branch, deletion. */
export function Projects({ organization }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listProjects', {}))
  const [edited, setEdited] = useState<Project | null>(null)
  const [deleted, setDeleted] = useState<Project | null>(null)
  const [notice, setNotice] = useState('')
  return (
    <Section
      title="Projects"
      about="The first upload that names a project creates it. Its default branch is the base of comparisons and of metrics."
    >
      <Notice>{notice}</Notice>
      <Entries
        read={read}
        idOf={({ slug }) => slug}
        empty={{
          icon: 'stack',
          title: 'No project yet',
          words: <p>The first run that a reporter sends creates one.</p>,
        }}
      >
        {(project) => (
          <div className="entry">
            <span className="about">
              <span className="name">{project.name}</span>
              <span className="under">
                <Facts>
                  {project.name !== project.slug && project.slug}
                  {project.repository ?? 'no repository known'}
                  <span className="mono">{project.defaultBranch ?? 'main or master'}</span>
                </Facts>
              </span>
            </span>
            <span className="told">
              <span>
                {project.lastExecutionAt ? (
                  <>
                    Last run <Time at={project.lastExecutionAt} />
                  </>
                ) : (
                  'No run'
                )}
              </span>
            </span>
            <span className="actions">
              <Button onClick={() => setEdited(project)} aria-label={`Edit ${project.slug}`}>
                Edit
              </Button>
              <Button onClick={() => setDeleted(project)} aria-label={`Delete ${project.slug}`}>
                Delete
              </Button>
            </span>
          </div>
        )}
      </Entries>
      {edited && (
        <Dialog title={`Edit ${edited.slug}`} onClose={() => setEdited(null)}>
          <Form
            button="Save"
            words={(error) => refusalOf(error, `The project ${edited.slug}`)}
            onCancel={() => setEdited(null)}
            onSubmit={async (form) => {
              // Sends only this person's changes, because another tab may have changed the rest.
              const [name, branch] = [given(form, 'name'), given(form, 'branch')]
              await clientOf(organization).updateProject({
                slug: edited.slug,
                ...(name !== edited.name && { name }),
                ...(branch !== (edited.defaultBranch ?? '') && { defaultBranch: branch || null }),
              })
              setNotice(`The project ${edited.slug} is saved.`)
              setEdited(null)
            }}
          >
            <Input
              label="Name"
              name="name"
              defaultValue={edited.name}
              required
              maxLength={100}
              pattern=".*\S.*"
              hint={`Uploads and addresses keep the slug ${edited.slug}.`}
            />
            <Input
              label="Default branch"
              name="branch"
              defaultValue={edited.defaultBranch ?? ''}
              maxLength={300}
              hint="Empty: the next upload of CI names it; until then, main or master."
            />
          </Form>
        </Dialog>
      )}
      {deleted && (
        <Confirm
          title={`Delete ${deleted.slug}?`}
          button="Delete project"
          thing={`The project ${deleted.slug}`}
          typed={deleted.slug}
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await clientOf(organization).deleteProject({ slug: deleted.slug })
            setNotice(`The project ${deleted.slug} is deleted.`)
            setDeleted(null)
          }}
        >
          <p>
            All its executions, tests, history and documents disappear at once, and keys that are restricted
            to it are revoked. This cannot be undone.
          </p>
        </Confirm>
      )}
    </Section>
  )
}
