import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { type Invitation, listOf, type Role } from '../../data/settings.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Form, given, Input, Notice, Secret, Select } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { Entries } from './entries.tsx'
import { ROLES } from './key-form.tsx'

/** Links that let people join. */
export function Invitations({ organization }: { organization: string }) {
  const read = useInfiniteQuery(listOf(organization, 'listInvitations', {}))
  const [open, setOpen] = useState<'form' | (Invitation & { url: string }) | null>(null)
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  const [notice, setNotice] = useState('')
  const invite = async (form: FormData) => {
    const email = given(form, 'email')
    const { data } = await clientOf(organization).createInvitation({
      role: given(form, 'role') as Role,
      days: Number(given(form, 'days')),
      ...(email !== '' && { email }),
    })
    setNotice('')
    setOpen(data)
  }
  return (
    <Section
      title="Invitations"
      about="Each link lets one person join. The server sends no mail: give the link to the person yourself."
      action={
        <Button onClick={() => setOpen('form')}>
          <Icon name="plus" />
          Invite
        </Button>
      }
    >
      <Notice>{notice}</Notice>
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'person',
          title: 'No open invitation',
          words: <p>Accepted ones are members above.</p>,
        }}
      >
        {(invitation) => (
          <div className="entry">
            <span className="about">
              <span className="name">{whoOf(invitation)}</span>
              <span className="under">
                <Facts>
                  {`Joins as ${invitation.role}`}
                  <span>
                    invited <Time at={invitation.createdAt} />
                    {invitation.createdBy && ` by ${invitation.createdBy.email}`}
                  </span>
                </Facts>
              </span>
            </span>
            <span className="told">
              <span>
                Expires <Time at={invitation.expiresAt} />
              </span>
            </span>
            <span className="actions">
              <Button
                aria-label={`Withdraw the invitation of ${whoOf(invitation)}`}
                onClick={() => setWithdrawn(invitation)}
              >
                Withdraw
              </Button>
            </span>
          </div>
        )}
      </Entries>
      {open === 'form' && (
        <Dialog title="Invite a person" onClose={() => setOpen(null)}>
          <Form button="Create link" onSubmit={invite} onCancel={() => setOpen(null)}>
            <Select label="Role" name="role" options={ROLES} defaultValue="editor" />
            <Input
              label="Only for this e-mail address"
              name="email"
              type="email"
              hint="Empty: anyone who has the link"
            />
            <Select
              label="Works for"
              name="days"
              defaultValue="7"
              options={[1, 7, 30, 90].map((days) => ({
                value: String(days),
                label: days === 1 ? '1 day' : `${days} days`,
              }))}
            />
          </Form>
        </Dialog>
      )}
      {open !== null && open !== 'form' && (
        <Dialog title="Copy this link now" onClose={() => setOpen(null)}>
          <div className="form">
            <p>
              The server shows it only this once. It works once, until <Time at={open.expiresAt} />.
            </p>
            <Secret value={open.url} label="Copy link" />
            <div className="buttons right">
              <Button look="first" onClick={() => setOpen(null)}>
                Done
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {withdrawn && (
        <Confirm
          title="Withdraw this invitation?"
          button="Withdraw"
          thing="The invitation"
          onClose={() => setWithdrawn(null)}
          onConfirm={async () => {
            await clientOf(organization).withdrawInvitation({ id: withdrawn.id })
            setNotice('The invitation is withdrawn. Its link no longer works.')
            setWithdrawn(null)
          }}
        >
          <p>The link for {whoOf(withdrawn)} stops working at once.</p>
        </Confirm>
      )}
    </Section>
  )
}

const whoOf = ({ email }: Invitation): string => email ?? 'anyone with the link'
