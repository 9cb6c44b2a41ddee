import { Link } from '@tanstack/react-router'
import { EXACT } from '../../parts/exact.ts'
import '../../parts/head-of.css'
import type { AgentsView } from './search.ts'

/** The lists of the bus. Mail of agents is for admins. */
export function AgentsNav({
  organization,
  isAdmin,
  here,
}: {
  organization: string
  isAdmin: boolean
  here: AgentsView | 'agents' | 'tasks'
}) {
  const views: { view: AgentsView | undefined; label: string }[] = [
    { view: undefined, label: 'Agents' },
    { view: 'changes', label: 'Changes' },
    ...(isAdmin
      ? [
          { view: 'messages' as const, label: 'Messages' },
          { view: 'failed' as const, label: 'Failed' },
        ]
      : []),
    { view: 'leases', label: 'Leases' },
  ]
  return (
    <nav className="sections" aria-label="Agents">
      {views.map(({ view, label }) => (
        <Link
          key={label}
          to="/o/$organization/agents"
          activeOptions={EXACT}
          params={{ organization }}
          search={{ view }}
          {...((view ?? 'agents') === here && { 'aria-current': 'page' })}
        >
          {label}
        </Link>
      ))}
      <Link
        to="/o/$organization/tasks"
        activeOptions={EXACT}
        params={{ organization }}
        {...(here === 'tasks' && { 'aria-current': 'page' })}
      >
        Tasks
      </Link>
    </nav>
  )
}
