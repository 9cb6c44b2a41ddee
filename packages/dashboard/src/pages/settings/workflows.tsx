import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { listOf, type Trust } from '../../data/settings.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { Entries } from './entries.tsx'
import type { SettingsProps } from './settings-props.ts'
import { TrustForm } from './trust-form.tsx'

/** Repositories whose workflows upload without a stored key (OIDC). */
export function Workflows({ organization }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listTrusts', {}))
  const [isAdding, setAdding] = useState(false)
  const [ended, setEnded] = useState<Trust | null>(null)
  const [edited, setEdited] = useState<Trust | null>(null)
  const [notice, setNotice] = useState('')
  return (
    <Section
      title="Trusted workflows"
      about="Workflows of these repositories upload without a stored key: GitHub signs a token (OIDC), and the server exchanges it for a key of one hour."
      action={
        <Button look="first" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          Trust a repository
        </Button>
      }
    >
      <Notice>{notice}</Notice>
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'branch',
          title: 'No repository is trusted',
          words: <p>Workflows upload with a stored key until you trust their repository.</p>,
        }}
      >
        {(trust) => <Entry trust={trust} onEdit={() => setEdited(trust)} onEnd={() => setEnded(trust)} />}
      </Entries>
      {isAdding && (
        <Dialog title="Trust a repository" onClose={() => setAdding(false)}>
          <TrustForm
            organization={organization}
            onCancel={() => setAdding(false)}
            onSubmit={async ({ repository, project, events, ...input }) => {
              const { data } = await clientOf(organization).createTrust({
                ...input,
                ...(repository !== '' && { repository }),
                ...(project !== null && { project }),
                ...(events.length > 0 && { events }),
              })
              setNotice(`Workflows of ${trustNameOf(data)} may upload now.`)
              setAdding(false)
            }}
          />
        </Dialog>
      )}
      {edited && (
        <Dialog title={`Edit ${trustNameOf(edited)}`} onClose={() => setEdited(null)}>
          <TrustForm
            organization={organization}
            trust={edited}
            onCancel={() => setEdited(null)}
            onSubmit={async ({ repository, refs, events, project }) => {
              const { data } = await clientOf(organization).updateTrust({
                id: edited.id,
                ...(repository !== '' && { repository }),
                refs,
                events,
                project,
              })
              setNotice(`${trustNameOf(data)} is saved.${revokedWords(data.keysRevoked)}`)
              setEdited(null)
            }}
          />
        </Dialog>
      )}
      {ended && (
        <Confirm
          title={`Stop trusting ${trustNameOf(ended)}?`}
          button="Stop trusting"
          thing="This trust"
          onClose={() => setEnded(null)}
          onConfirm={async () => {
            const { data } = await clientOf(organization).deleteTrust({ id: ended.id })
            setNotice(`${trustNameOf(ended)} is no longer trusted.${revokedWords(data.keysRevoked)}`)
            setEnded(null)
          }}
        >
          <p>Its workflows get no further keys, and every key that they have now is revoked at once.</p>
        </Confirm>
      )}
    </Section>
  )
}

/** A sentence about the keys that ended with a change; empty if there were none. */
const revokedWords = (n: number): string =>
  n === 0 ? '' : ` ${count(n, 'key')} of its workflows ${n === 1 ? 'is' : 'are'} revoked.`

const trustNameOf = ({ repository, repositoryId }: Trust): string =>
  repository ?? `repository ${repositoryId}`

function Entry({ trust, onEdit, onEnd }: { trust: Trust; onEdit: () => void; onEnd: () => void }) {
  const { repositoryId, refs, events, project, audience, accepted, createdAt, createdBy } = trust
  return (
    <div className="entry">
      <span className="about">
        <span className="name">
          {trustNameOf(trust)}
          {!accepted && <span className="chip unknown">issuer not accepted</span>}
        </span>
        <span className="under">
          <Facts>
            {`id ${repositoryId}`}
            {refs.length === 1 && refs[0] === '*' ? 'every ref' : refs}
            {project === null ? 'all projects' : `only ${project}`}
          </Facts>
        </span>
        <span className="under">{events.join(', ')}</span>
        {!accepted && (
          <span className="under">
            The operator of this server does not list {trust.issuer} in SVC_OIDC_ISSUERS any more.
          </span>
        )}
      </span>
      <span className="told">
        <span>
          Since <Time at={createdAt} />
        </span>
        {createdBy && <span>{createdBy.email}</span>}
      </span>
      <span className="actions">
        <CopyButton text={audience} label="Copy audience" />
        <Button onClick={onEdit} aria-label={`Edit ${trustNameOf(trust)}`}>
          Edit
        </Button>
        <Button onClick={onEnd} aria-label={`Stop trusting ${trustNameOf(trust)}`}>
          Remove
        </Button>
      </span>
    </div>
  )
}
