import { useQuery } from '@tanstack/react-query'
import { projectsOf } from '../../data/queries.ts'
import type { Webhook, WebhookEvent } from '../../data/settings.ts'
import { Choice, Form, given, Input, refusalOf, Select } from '../../parts/form.tsx'

export const EVENT_WORDS: Record<WebhookEvent, string> = {
  'base.broke': 'the base broke',
  'base.culprit': 'the commit that broke it is found',
  'test.became-flaky': 'a test became flaky',
  'test.recovered': 'a test recovered',
  'execution.settled': 'every run',
}
const EVENTS = Object.keys(EVENT_WORDS) as WebhookEvent[]
const FIRST: WebhookEvent[] = ['base.broke', 'test.became-flaky']

interface Given {
  name: string
  events: WebhookEvent[]
  url: string
  kind: Webhook['kind']
  project: string
}

/** A new webhook, or the name and the events of one. */
export function WebhookForm({
  organization,
  webhook,
  onSubmit,
  onCancel,
}: {
  organization: string
  webhook?: Webhook
  onSubmit: (input: Given) => Promise<void>
  onCancel: () => void
}) {
  const { data: projects = [] } = useQuery(projectsOf(organization))
  const submit = (form: FormData) => {
    const events = form.getAll('event') as WebhookEvent[]
    return onSubmit({
      name: given(form, 'name'),
      events,
      url: given(form, 'url'),
      kind: given(form, 'kind') as Webhook['kind'],
      project: given(form, 'project'),
    })
  }
  const chosen = webhook?.events ?? FIRST
  return (
    <Form
      button={webhook ? 'Save' : 'Create webhook'}
      onSubmit={submit}
      onCancel={onCancel}
      words={(error) => refusalOf(error, 'The webhook')}
    >
      <Input
        label="Name"
        name="name"
        required
        maxLength={100}
        pattern=".*\S.*"
        defaultValue={webhook?.name}
      />
      {!webhook && (
        <>
          <Select
            label="Receiver"
            name="kind"
            options={[
              { value: 'json', label: 'Your own program' },
              { value: 'slack', label: 'Incoming webhook of Slack' },
              { value: 'teams', label: 'Workflow of Teams' },
              { value: 'discord', label: 'Webhook of a Discord channel' },
            ]}
          />
          <Input
            label="Address"
            name="url"
            type="url"
            required
            maxLength={2000}
            placeholder="https://"
            hint="Later, the server shows only its host and last characters: anyone who has the whole address can post there."
          />
        </>
      )}
      <fieldset>
        <legend>Events</legend>
        <div className="choices below">
          {EVENTS.map((event) => (
            <Choice
              key={event}
              name="event"
              value={event}
              label={EVENT_WORDS[event]}
              defaultChecked={chosen.includes(event)}
            />
          ))}
        </div>
      </fieldset>
      {!webhook && (
        <Select
          label="Project"
          name="project"
          options={[
            { value: '', label: 'All projects' },
            ...projects.map(({ slug }) => ({ value: slug, label: `Only ${slug}` })),
          ]}
        />
      )}
    </Form>
  )
}
