import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { type Retention as Kept, retentionOf } from '../../data/settings.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Form, Notice } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { count } from '../../parts/words.ts'
import type { SettingsProps } from './settings-props.ts'

type Name = keyof Kept['effective']
type Wanted = number | 'forever' | 'default'

const PERIODS: { name: Name; label: string; hint: string }[] = [
  {
    name: 'passingDetailDays',
    label: 'Results of passed runs',
    hint: 'Afterwards only their counts remain',
  },
  { name: 'failingDetailDays', label: 'Results of failed and flaky runs', hint: 'Errors, output, attempts' },
  {
    name: 'passingArtifactDays',
    label: 'Artifacts of passed runs',
    hint: 'Traces, screenshots, videos',
  },
  { name: 'failingArtifactDays', label: 'Artifacts of failed and flaky runs', hint: 'The same' },
  { name: 'executionDays', label: 'Whole runs', hint: 'Counts per day and the names of tests remain' },
  { name: 'auditDays', label: 'Audit trail', hint: 'Who changed what' },
  {
    name: 'archiveAfterDays',
    label: 'Compress results after',
    hint: 'Saves space; every page stays the same',
  },
]

/** How long the organization keeps each kind of data. */
export function Retention({ organization }: SettingsProps) {
  const read = useQuery(retentionOf(organization))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={7} />
  return (
    <Section
      title="Retention"
      about="Days after a run is complete. The server deletes what is older within the hour; only a backup can restore it."
    >
      <Periods organization={organization} kept={read.data} />
    </Section>
  )
}

const textOf = (days: number | null): string => (days === null ? 'forever' : count(days, 'day'))

function Periods({ organization, kept }: { organization: string; kept: Kept }) {
  const [values, setValues] = useState<Partial<Record<Name, Wanted>>>({})
  const [asks, setAsks] = useState(false)
  const [notice, setNotice] = useState('')
  const changed = PERIODS.filter(({ name }) => values[name] !== undefined)
  const shorter = changed.filter(({ name }) => isShorter(kept, name, values[name] as Wanted))
  const save = async () => {
    // Sends only this person's changes, because another tab may have changed the rest.
    await clientOf(organization).setRetention(values)
    setNotice(changed.length === 0 ? 'Nothing has changed.' : 'Saved.')
    setValues({})
    setAsks(false)
  }
  return (
    <>
      <Notice>{notice}</Notice>
      <div className="card panel">
        <Form button="Save" onSubmit={async () => (shorter.length > 0 ? setAsks(true) : save())}>
          <div className="periods">
            {PERIODS.map(({ name, label, hint }) => (
              <Period
                key={name}
                label={label}
                hint={`${hint}. By default ${textOf(kept.defaults[name])}.`}
                days={kept.effective[name]}
                wanted={values[name]}
                onChange={(value) =>
                  setValues(({ [name]: _, ...rest }) => (value === null ? rest : { ...rest, [name]: value }))
                }
              />
            ))}
          </div>
        </Form>
      </div>
      {asks && (
        <Confirm
          title="Delete older data?"
          button="Save and delete"
          thing="The organization"
          onClose={() => setAsks(false)}
          onConfirm={save}
        >
          <p>The server deletes within the hour what is now too old. Only a backup can restore it.</p>
          <ul>
            {shorter.map(({ name, label }) => (
              <li key={name}>
                {label}: {textOf(kept.effective[name])} → {wantedText(kept, name, values[name] as Wanted)}
              </li>
            ))}
          </ul>
        </Confirm>
      )}
    </>
  )
}

const daysOf = (kept: Kept, name: Name, wanted: Wanted): number | null =>
  wanted === 'default' ? kept.defaults[name] : wanted === 'forever' ? null : wanted

const wantedText = (kept: Kept, name: Name, wanted: Wanted): string => textOf(daysOf(kept, name, wanted))

/** Compression deletes no data. */
const isShorter = (kept: Kept, name: Name, wanted: Wanted): boolean =>
  name !== 'archiveAfterDays' &&
  (daysOf(kept, name, wanted) ?? Number.POSITIVE_INFINITY) <
    (kept.effective[name] ?? Number.POSITIVE_INFINITY)

type Mode = 'days' | 'forever' | 'default'
/** Shown to those who change from forever to days. */
const FIRST_DAYS = 90

function Period({
  label,
  hint,
  days,
  wanted,
  onChange,
}: {
  label: string
  hint: string
  /** The effective value; null: forever. */
  days: number | null
  /** Not saved yet. */
  wanted: Wanted | undefined
  /** Null: unchanged. */
  onChange: (value: Wanted | null) => void
}) {
  const shown = wanted ?? days ?? 'forever'
  const mode: Mode = typeof shown === 'number' ? 'days' : shown
  const change = (value: Wanted) => onChange(value === (days ?? 'forever') ? null : value)
  return (
    <div className="period">
      <span className="about">
        <span>{label}</span>
        <small>{hint}</small>
      </span>
      <span className="field">
        <select
          aria-label={label}
          value={mode}
          onChange={({ target: { value } }) =>
            change(value === 'days' ? (days ?? FIRST_DAYS) : (value as 'forever' | 'default'))
          }
        >
          <option value="days">Days</option>
          <option value="forever">Forever</option>
          <option value="default">The default</option>
        </select>
      </span>
      {typeof shown === 'number' && (
        <span className="field">
          <input
            aria-label={`${label}, days`}
            type="number"
            required
            min={1}
            max={36_500}
            value={Number.isNaN(shown) ? '' : shown}
            onChange={({ target: { valueAsNumber } }) => change(valueAsNumber)}
          />
        </span>
      )}
    </div>
  )
}
