import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clientOf } from '../data/client.ts'
import type { Me } from '../data/queries.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { setIsoTimes, useIsoTimes } from '../parts/time-formats.ts'
import { usePlace } from './place.tsx'
import { currentTheme, setTheme, type Theme } from './theme.ts'

const THEMES: { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'system', label: 'System theme', icon: 'half' },
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
]

/** The content of the person's own menu, loaded when the menu opens. */
export function OwnMenuItems({ me, name, onKeys }: { me: Me; name: string; onKeys: () => void }) {
  const [theme, setShown] = useState(currentTheme)
  const isIso = useIsoTimes()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const place = usePlace()?.organization ?? null
  /** The organizations to list: this one, or all of the person's organizations while they fit. */
  const organizations = me.organizations.filter(({ slug }) => place === null || slug === place).slice(0, 5)
  const signOut = async () => {
    await clientOf().signOut({})
    queries.clear()
    await navigate({ to: '/sign-in' })
  }
  return (
    <>
      <p>
        {name}
        {me.person && (
          <>
            <br />
            {me.person.email}
          </>
        )}
      </p>
      <hr />
      <Link to="/me">
        <Icon name="person" tone="muted" />
        Profile and sessions
      </Link>
      {organizations.map(({ slug, name: title }) => (
        <Link key={slug} to="/o/$organization/settings" params={{ organization: slug }}>
          <Icon name="list" tone="muted" />
          <span className="ellipsis">Settings{me.organizations.length > 1 && ` of ${title}`}</span>
        </Link>
      ))}
      <hr />
      {THEMES.map(({ theme: each, label, icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === theme}
          onClick={() => {
            setTheme(each)
            setShown(each)
          }}
        >
          <Icon name={icon} tone="muted" />
          {label}
        </button>
      ))}
      <hr />
      <button type="button" aria-pressed={isIso} onClick={() => setIsoTimes(!isIso)}>
        <Icon name="clock" tone="muted" />
        Times as ISO 8601
      </button>
      <button type="button" onClick={onKeys}>
        <Icon name="key" tone="muted" />
        Keys
        <kbd className="end">?</kbd>
      </button>
      <button type="button" onClick={signOut}>
        <Icon name="out" tone="muted" />
        Sign out
      </button>
    </>
  )
}
