import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type AuditEntry, listOf } from '../../data/settings.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Input, Select } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { ACTIONS, actionText, detailTexts } from './audit-words.ts'
import { Entries } from './entries.tsx'
import type { SettingsProps } from './settings-props.ts'

const route = getRouteApi('/o/$organization/settings/$page')

const ALL = { value: '', label: 'All' }

/** Who changed what, newest first. */
export function Audit({ organization }: SettingsProps) {
  const { action, from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const read = useInfiniteQuery(
    listOf(organization, 'listAudit', {
      ...(action && { action }),
      ...(isDay(from) && { from: `${from}T00:00:00Z` }),
      ...(isDay(to) && { to: `${to}T00:00:00Z` }),
    }),
  )
  const choose = (name: 'action' | 'from' | 'to', value: string) =>
    navigate({
      search: (before) => ({ ...before, [name]: value === '' ? undefined : value }),
      replace: true,
      resetScroll: false,
    })
  const isFiltered = [action, from, to].some((value) => value !== undefined)
  return (
    <Section
      title="Audit trail"
      about="Who did what, when. Nobody can change it. Retention sets how long its entries are kept."
    >
      <search className="form audit-filter" aria-label="Audit trail">
        <Select
          label="Action"
          options={[ALL, ...actionsWith(action).map((value) => ({ value, label: actionText(value) }))]}
          value={action ?? ''}
          onChange={(event) => choose('action', event.target.value)}
        />
        <Input
          label="From (UTC)"
          type="date"
          value={from ?? ''}
          onChange={(event) => choose('from', event.target.value)}
        />
        <Input
          label="Before (UTC)"
          type="date"
          value={to ?? ''}
          onChange={(event) => choose('to', event.target.value)}
        />
      </search>
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'list',
          title: isFiltered ? 'No entry fits this filter' : 'No entries yet',
          words: isFiltered && (
            <Button onClick={() => navigate({ search: {}, replace: true })}>Show all</Button>
          ),
        }}
      >
        {(entry) => <Entry entry={entry} />}
      </Entries>
    </Section>
  )
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** An action in the address that is not in the list stays selected. */
const actionsWith = (action: string | undefined): string[] => [
  ...new Set([...Object.keys(ACTIONS), ...(action === undefined ? [] : [action])]),
]

function Entry({ entry: { at, actor, action, target, detail } }: { entry: AuditEntry }) {
  const details = detailTexts(detail)
  return (
    <div className="entry">
      <span className="about">
        <span className="wrapping" title={action}>
          {actionText(action)} <b>{target.name}</b>
        </span>
        {details.length > 0 && (
          <span className="under wrapping">
            <Facts>{details.map(([name, value]) => `${name}: ${value}`)}</Facts>
          </span>
        )}
      </span>
      <span className="told">
        <span>{WHO[actor.kind](actor.name)}</span>
        <span className="muted">{actor.kind}</span>
      </span>
      <span className="told">
        <Time at={at} />
      </span>
    </div>
  )
}

const WHO: Record<AuditEntry['actor']['kind'], (name: string) => string> = {
  person: (name) => name,
  key: (name) => name,
  machine: () => 'a command on the server',
  visitor: (name) => name,
}
