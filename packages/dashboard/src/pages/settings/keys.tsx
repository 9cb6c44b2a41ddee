import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { type ApiKey, listOf } from '../../data/settings.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice, Secret } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { Entries } from './entries.tsx'
import { type CreatedKey, KeyForm } from './key-form.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Keys of reporters and of CI: create, see when each was last used, revoke. */
export function Keys({ organization }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listKeys', {}))
  const [open, setOpen] = useState<'form' | CreatedKey | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const [notice, setNotice] = useState('')
  const newKey = (
    <Button look="first" onClick={() => setOpen('form')}>
      <Icon name="plus" />
      New key
    </Button>
  )
  return (
    <Section
      title="API keys"
      about="A reporter sends results with a key, in SVC_API_KEY. A key belongs to this organization and reads nothing of another."
      action={newKey}
    >
      <Notice>{notice}</Notice>
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'key',
          title: 'No key is active',
          words: <p>Nothing can upload results with a stored key until you create one.</p>,
        }}
      >
        {(key) => <Entry apiKey={key} onRevoke={() => setRevoked(key)} />}
      </Entries>
      {open === 'form' && (
        <Dialog title="New API key" onClose={() => setOpen(null)}>
          <KeyForm
            organization={organization}
            onCancel={() => setOpen(null)}
            onSubmit={async (input) => {
              const { data } = await clientOf(organization).createKey(input)
              setNotice('')
              setOpen(data)
            }}
          />
        </Dialog>
      )}
      {open !== null && open !== 'form' && <Created made={open} onClose={() => setOpen(null)} />}
      {revoked && (
        <Confirm
          title={`Revoke ${revoked.name}?`}
          button="Revoke key"
          thing={`The key ${revoked.name}`}
          onClose={() => setRevoked(null)}
          onConfirm={async (credentials) => {
            await clientOf(organization).revokeKey({ id: revoked.id, ...(credentials && { credentials }) })
            setNotice(`The key ${revoked.name} is revoked. The server refuses it from now on.`)
            setRevoked(null)
          }}
        >
          <p>
            The key <code>{revoked.hint}</code> stops working at once. This cannot be undone: what still uses
            it needs a new key.
          </p>
          <p className="muted">
            {revoked.lastUsedAt ? (
              <>
                Last used <Time at={revoked.lastUsedAt} />.
              </>
            ) : (
              'It was never used.'
            )}
          </p>
        </Confirm>
      )}
    </Section>
  )
}

function Created({ made, onClose }: { made: CreatedKey; onClose: () => void }) {
  return (
    <Dialog title="Copy this key now" onClose={onClose}>
      <div className="form">
        <p>
          The server shows the value of <b>{made.name}</b> only this once. If you lose it, revoke the key and
          create another.
        </p>
        <Secret value={made.value} label="Copy key" />
        <p className="muted">Store it as a secret of your CI with the name SVC_API_KEY.</p>
        <div className="buttons right">
          <Button look="first" onClick={onClose}>
            I have stored it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Entry({ apiKey: key, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, hint, role, scopes, project, owner, createdAt, expiresAt, lastUsedAt, state } = key
  return (
    <div className="entry">
      <span className="about">
        <span className="name">
          {name}
          {state === 'expired' && <span className="chip unknown">expired</span>}
        </span>
        <span className="under">
          <Facts>
            <code>{hint}</code>
            {role}
            {scopes.join(', ')}
            {project !== null && `only ${project}`}
          </Facts>
        </span>
        <span className="under">
          <Facts>
            <span>
              Created <Time at={createdAt} />
            </span>
            {owner && `owned by ${owner.email}`}
          </Facts>
        </span>
      </span>
      <span className="told">
        <span>{lastUsedAt ? <LastUse at={lastUsedAt} /> : 'Never used'}</span>
        <span>
          {expiresAt === null ? (
            'Does not expire'
          ) : (
            <>
              {state === 'expired' ? 'Expired ' : 'Expires '}
              <Time at={expiresAt} />
            </>
          )}
        </span>
      </span>
      <span className="actions">
        <Button onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </span>
    </div>
  )
}

const LastUse = ({ at }: { at: string }) => (
  <>
    Last used <Time at={at} />
  </>
)
