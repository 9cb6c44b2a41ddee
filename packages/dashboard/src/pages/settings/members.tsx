import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { whoAmI } from '../../data/queries.ts'
import { type Credential, credentialsOf, listOf, type Member, type Role } from '../../data/settings.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { Entries } from './entries.tsx'
import { Invitations } from './invitations.tsx'
import type { SettingsProps } from './settings-props.ts'

type Act = { kind: 'remove'; member: Member } | { kind: 'role'; member: Member; role: Role }

/** Members of the organization with their roles, and pending invitations. */
export function Members({ organization, role }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listMembers', {}))
  const { data: me } = useQuery(whoAmI())
  const [act, setAct] = useState<Act | null>(null)
  const [notice, setNotice] = useState('')
  const isAdmin = role === 'admin'
  return (
    <>
      <Section
        title="Members"
        about="Viewers can read. Editors can also upload results, settle runs and edit documents. Admins can also change these settings."
      >
        <Notice>{notice}</Notice>
        <Entries
          read={read}
          idOf={({ id }) => id}
          more="More members"
          empty={{ icon: 'person', title: 'No members', words: null }}
        >
          {(member) => (
            <div className="entry">
              <span className="about">
                <span className="name">
                  {member.name}
                  {member.id === me?.person?.id && <span className="chip fresh">you</span>}
                </span>
                <span className="under">{member.email}</span>
              </span>
              <span className="told">
                {!isAdmin && <span>{member.role}</span>}
                <span>
                  Joined <Time at={member.joinedAt} />
                </span>
              </span>
              <span className="actions">
                {isAdmin && (
                  <span className="field">
                    <select
                      aria-label={`Role of ${member.name}`}
                      value={member.role}
                      onChange={(event) => setAct({ kind: 'role', member, role: event.target.value as Role })}
                    >
                      <option value="viewer">Viewer</option>
                      <option value="editor">Editor</option>
                      <option value="admin">Admin</option>
                    </select>
                  </span>
                )}
                {(isAdmin || member.id === me?.person?.id) && (
                  <button
                    type="button"
                    className="button"
                    aria-label={member.id === me?.person?.id ? 'Leave' : `Remove ${member.name}`}
                    onClick={() => setAct({ kind: 'remove', member })}
                  >
                    {member.id === me?.person?.id ? 'Leave' : 'Remove'}
                  </button>
                )}
              </span>
            </div>
          )}
        </Entries>
      </Section>
      {isAdmin && !read.isPending && <Invitations organization={organization} />}
      {act?.kind === 'remove' && (
        <Confirm
          title={act.member.id === me?.person?.id ? 'Leave this organization?' : `Remove ${act.member.name}?`}
          button={act.member.id === me?.person?.id ? 'Leave' : 'Remove'}
          thing={act.member.name}
          onClose={() => setAct(null)}
          onConfirm={async (credentials) => {
            const { id, name } = act.member
            await clientOf(organization).removeMember({ id, ...(credentials && { credentials }) })
            if (id === me?.person?.id) return location.assign('/')
            setNotice(`${name} is no longer a member.`)
            setAct(null)
          }}
        >
          <p>All sessions of {act.member.email} lose access at once. The account itself stays.</p>
          <Owned organization={organization} id={act.member.id} />
        </Confirm>
      )}
      {act?.kind === 'role' && (
        <Confirm
          title={`Make ${act.member.name} ${NAMES[act.role]}?`}
          button="Change role"
          thing={act.member.name}
          onClose={() => setAct(null)}
          onConfirm={async (credentials) => {
            const { id, name } = act.member
            await clientOf(organization).changeRole({
              id,
              role: act.role,
              ...(credentials && { credentials }),
            })
            setNotice(`${name} is now ${NAMES[act.role]}.`)
            setAct(null)
          }}
        >
          <p>
            {act.member.email} is {NAMES[act.member.role]} now. The change takes effect at once.
          </p>
        </Confirm>
      )}
    </>
  )
}

const NAMES: Record<Role, string> = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' }

/** The credentials that a member has created and would leave behind. */
function Owned({ organization, id }: { organization: string; id: string }) {
  const { data } = useQuery(credentialsOf(organization, id))
  if (!data || data.total === 0) return null
  const named = data.credentials.slice(0, 5).map(nameOf)
  return (
    <p className="muted">
      Owns {count(data.total, 'credential')}: {named.join(', ')}
      {data.total > named.length && ', …'}
    </p>
  )
}

const nameOf = ({ kind, name, host }: Credential): string =>
  host === null ? `${kind} ${name}` : `${kind} ${name} to ${host}`
