import type { Operations } from '@svc/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { listOf, type Webhook } from '../../data/settings.ts'
import { useChange } from '../../data/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice, Refusal, refusalOf, Secret } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { Entries } from './entries.tsx'
import type { SettingsProps } from './settings-props.ts'
import { EVENT_WORDS, WebhookForm } from './webhook-form.tsx'

const route = getRouteApi('/o/$organization/settings/$page')

type Created = Operations['createWebhook']['data']
type Open =
  | { kind: 'new' }
  | { kind: 'secret'; made: Created }
  | { kind: 'edit' | 'delete'; webhook: Webhook }

/** Addresses that receive events, each with its deliveries. */
export function Webhooks({ organization }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listWebhooks', {}))
  const { open: shown } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open | null>(null)
  const [notice, setNotice] = useState('')
  const turned = useChange()
  const client = clientOf(organization)
  const show = (id: string | null) =>
    navigate({ search: id === null ? {} : { open: id }, replace: true, resetScroll: false })
  const turn = ({ id, name, disabledAt }: Webhook) => {
    setNotice('')
    turned.mutate(async () => {
      await client.updateWebhook({ id, enabled: disabledAt !== null })
      setNotice(`${name} is turned ${disabledAt === null ? 'off' : 'on'}.`)
    })
  }
  return (
    <Section
      title="Webhooks"
      about="Messages to your own program, Slack, Teams or Discord when the base breaks or a test becomes flaky."
      action={
        <Button look="first" onClick={() => setOpen({ kind: 'new' })}>
          <Icon name="plus" />
          New webhook
        </Button>
      }
    >
      <Notice>{notice}</Notice>
      <Refusal error={turned.error} words={(error) => refusalOf(error, 'The webhook')} />
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'out',
          title: 'No webhook',
          words: <p>The server sends no messages until you add one.</p>,
        }}
      >
        {(webhook) => (
          <div className="entry">
            <About webhook={webhook} />
            <span className="told">
              <span>{webhook.events.map((event) => EVENT_WORDS[event]).join(', ')}</span>
            </span>
            <span className="actions">
              <Button
                aria-expanded={shown === webhook.id}
                aria-label={`Deliveries of ${webhook.name}`}
                onClick={() => show(shown === webhook.id ? null : webhook.id)}
              >
                Deliveries
              </Button>
              <Button aria-label={`Edit ${webhook.name}`} onClick={() => setOpen({ kind: 'edit', webhook })}>
                Edit
              </Button>
            </span>
            {shown === webhook.id && (
              <div className="below">
                <div className="actions">
                  <Button onClick={() => turn(webhook)} disabled={turned.isPending}>
                    {webhook.disabledAt === null ? 'Turn off' : 'Turn on'}
                  </Button>
                  <Button onClick={() => setOpen({ kind: 'delete', webhook })}>Delete</Button>
                </div>
                <Deliveries organization={organization} webhook={webhook} />
              </div>
            )}
          </div>
        )}
      </Entries>
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <Dialog title={open.kind === 'new' ? 'New webhook' : 'Edit webhook'} onClose={() => setOpen(null)}>
          <WebhookForm
            organization={organization}
            {...(open.kind === 'edit' && { webhook: open.webhook })}
            onCancel={() => setOpen(null)}
            onSubmit={async ({ url, kind, project, ...both }) => {
              if (open.kind === 'edit') {
                await client.updateWebhook({ id: open.webhook.id, ...both })
                setNotice(`${both.name} is saved.`)
                setOpen(null)
                return
              }
              const { data } = await client.createWebhook({
                ...both,
                url,
                kind,
                ...(project !== '' && { project }),
              })
              setNotice(`${data.name} receives events from now on. Send a test from its deliveries.`)
              setOpen(data.secret === null ? null : { kind: 'secret', made: data })
            }}
          />
        </Dialog>
      )}
      {open?.kind === 'secret' && (
        <Dialog title="Copy this secret now" onClose={() => setOpen(null)}>
          <div className="form">
            <p>
              It signs every message, in the header Svc-Signature. The server shows it only this once; to get
              another, delete the webhook and create it again.
            </p>
            <Secret value={open.made.secret ?? ''} label="Copy secret" />
            <div className="buttons right">
              <Button look="first" onClick={() => setOpen(null)}>
                I have stored it
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {open?.kind === 'delete' && (
        <Confirm
          title={`Delete ${open.webhook.name}?`}
          button="Delete webhook"
          thing={`The webhook ${open.webhook.name}`}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await client.deleteWebhook({ id: open.webhook.id })
            setNotice(`${open.webhook.name} is deleted.`)
            setOpen(null)
            await show(null)
          }}
        >
          <p>Its deliveries are deleted too, and waiting ones are not sent.</p>
        </Confirm>
      )}
    </Section>
  )
}

function About({ webhook }: { webhook: Webhook }) {
  const { name, kind, address, project, disabledAt, disabledBecause, failingSince } = webhook
  return (
    <span className="about">
      <span className="name">
        {name}
        {disabledAt !== null && <span className="chip unknown">off</span>}
        {disabledAt === null && failingSince !== null && <span className="chip known-flake">failing</span>}
      </span>
      <span className="under">
        <Facts>
          {KINDS[kind]}
          {address}
          {project !== null && `only ${project}`}
        </Facts>
      </span>
      {disabledBecause !== null && <span className="under">{disabledBecause}</span>}
      {disabledAt === null && failingSince !== null && (
        <span className="under">
          Nothing was delivered since <Time at={failingSince} />
        </span>
      )}
    </span>
  )
}

const KINDS: Record<Webhook['kind'], string> = {
  json: 'Own program',
  slack: 'Slack',
  teams: 'Teams',
  discord: 'Discord',
}
