import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { whoAmI } from '../data/queries.ts'
import { Menu } from './menu.tsx'

const OwnMenuItems = lazy(async () => ({ default: (await import('./own-menu-items.tsx')).OwnMenuItems }))

/** The signed-in person, the theme, the keys, and signing out. */
export function OwnMenu({ onKeys }: { onKeys: () => void }) {
  const { data: me } = useQuery(whoAmI())
  if (!me) return null
  const name = me.person?.name ?? me.key?.name ?? ''
  return (
    <Menu label={`${name}: theme, keys, sign out`} className="me" button={initialsOf(name)} isEnd>
      <Suspense fallback={<p>Loading…</p>}>
        <OwnMenuItems me={me} name={name} onKeys={onKeys} />
      </Suspense>
    </Menu>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
