import { useQuery } from '@tanstack/react-query'
import { limitsOf } from '../../data/settings.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { bytesText, count, number } from '../../parts/words.ts'
import type { SettingsProps } from './settings-page.tsx'

/** The limits of the organization's plan and of the server. */
export function Limits({ organization }: SettingsProps) {
  const read = useQuery(limitsOf(organization))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const { plan, requests, agents, artifacts } = read.data
  return (
    <Section
      title="Limits"
      about={`The plan of this organization is ${plan}. The operator of the server sets plans and limits. The server refuses a request over a limit with status 429 and says when to try again.`}
    >
      <dl className="card numbers">
        <One name="Reads of one key or person, a minute" value={text(requests.readsPerMinute)} />
        <One
          name="Writes of one key or person, a minute"
          value={text(requests.writesPerMinute)}
          note="An upload that starts an execution is one write"
        />
        <One
          name="Uploaded bytes of one key, a minute"
          value={text(requests.uploadBytesPerMinute, bytesText)}
        />
        <One name="Calls of one agent, a minute" value={text(agents.callsPerMinute)} note="By plan" />
        <One name="Searches of one agent, a day" value={text(agents.searchesPerDay)} note="By plan" />
        <One name="One artifact" value={bytesText(artifacts.fileBytes)} />
        <One
          name="Artifacts of one execution"
          value={`${count(artifacts.filesPerExecution, 'file')}, ${bytesText(artifacts.bytesPerExecution)}`}
        />
      </dl>
    </Section>
  )
}

const text = (limit: number | null, as: (value: number) => string = number): string =>
  limit === null ? 'No limit' : as(limit)

function One({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>
        {name}
        {note && <span className="muted"> · {note}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
