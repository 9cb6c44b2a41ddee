import { Link } from '@tanstack/react-router'
import { EXACT } from '../../parts/exact.ts'
import '../../parts/head-of.css'
import './knowledge.css'

/** The three lists of the knowledge base. */
export function SectionsNav({
  organization,
  project,
  here,
}: {
  organization: string
  project: string | undefined
  here: 'documents' | 'proposals' | 'templates'
}) {
  const current = (each: typeof here) => each === here && { 'aria-current': 'page' as const }
  return (
    <nav className="sections" aria-label="Knowledge">
      <Link
        to="/o/$organization/knowledge/$"
        activeOptions={EXACT}
        params={{ organization, _splat: project ?? '' }}
        {...current('documents')}
      >
        Documents
      </Link>
      <Link
        to="/o/$organization/proposals"
        activeOptions={EXACT}
        params={{ organization }}
        search={{ project }}
        {...current('proposals')}
      >
        Proposals
      </Link>
      <Link
        to="/o/$organization/templates"
        activeOptions={EXACT}
        params={{ organization }}
        search={{ project }}
        {...current('templates')}
      >
        Templates
      </Link>
    </nav>
  )
}
