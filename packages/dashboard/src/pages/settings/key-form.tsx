import type { Operations } from '@svc/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectsOf } from '../../data/queries.ts'
import type { Role, Scope } from '../../data/settings.ts'
import { Choice, Form, given, Input, Select } from '../../parts/form.tsx'

export type CreatedKey = Operations['createKey']['data']
type KeyInput = Operations['createKey']['input']

export const ROLES: { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads' },
  { value: 'editor', label: 'Editor: reads and uploads' },
  { value: 'admin', label: 'Admin: manages the organization' },
]

const SCOPES: { scope: Scope; label: string; hint: string; least: Role }[] = [
  { scope: 'ingest', label: 'ingest', hint: 'Upload results', least: 'editor' },
  { scope: 'read', label: 'read', hint: 'Read results', least: 'viewer' },
  { scope: 'knowledge', label: 'knowledge', hint: 'Documents', least: 'viewer' },
  { scope: 'bus', label: 'bus', hint: 'Messages between agents', least: 'viewer' },
  { scope: 'admin', label: 'admin', hint: 'Keys, members, settings', least: 'admin' },
]
const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 }

const DAY_MS = 86_400_000
const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
]

/** Name, role, scopes, expiry and project of a new key. */
export function KeyForm({
  organization,
  onSubmit,
  onCancel,
}: {
  organization: string
  onSubmit: (input: KeyInput) => Promise<void>
  onCancel: () => void
}) {
  const [role, setRole] = useState<Role>('editor')
  const [expiry, setExpiry] = useState('')
  const { data: projects = [] } = useQuery(projectsOf(organization))
  const submit = (form: FormData) => {
    const project = given(form, 'project')
    const expiresAt = expiryOf(expiry, given(form, 'date'))
    return onSubmit({
      name: given(form, 'name'),
      role,
      scopes: form.getAll('scope') as Scope[],
      ...(project !== '' && { project }),
      ...(expiresAt !== null && { expiresAt }),
    })
  }
  return (
    <Form button="Create key" onSubmit={submit} onCancel={onCancel}>
      <Input
        label="Name"
        name="name"
        required
        maxLength={100}
        pattern=".*\S.*"
        hint="Where it is used, such as CI of the shop"
      />
      <Select
        label="Role"
        options={ROLES}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <fieldset key={role}>
        <legend>Scopes</legend>
        <div className="choices">
          {SCOPES.filter(({ least }) => RANK[role] >= RANK[least]).map(({ scope, label, hint }) => (
            <Choice
              key={scope}
              name="scope"
              value={scope}
              label={label}
              hint={hint}
              defaultChecked={scope !== 'admin'}
            />
          ))}
        </div>
      </fieldset>
      <Select
        label="Project"
        name="project"
        options={[
          { value: '', label: 'All projects' },
          ...projects.map(({ slug }) => ({ value: slug, label: `Only ${slug}` })),
        ]}
      />
      <Select
        label="Expires"
        options={EXPIRIES}
        value={expiry}
        onChange={(event) => setExpiry(event.target.value)}
      />
      {expiry === 'date' && (
        <Input label="Last day" name="date" type="date" required min={dayOf(Date.now())} />
      )}
    </Form>
  )
}

/** The end of the day in the person's time zone. */
function expiryOf(expiry: string, date: string): string | null {
  if (expiry === '') return null
  if (expiry === 'date') return new Date(`${date}T23:59:59`).toISOString()
  return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
