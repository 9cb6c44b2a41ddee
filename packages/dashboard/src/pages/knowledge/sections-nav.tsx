import { Link } from '@tanstack/react-router'
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
        params={{ organization, _splat: project ?? '' }}
        {...current('documents')}
      >
        Documents
      </Link>
      <Link
        to="/o/$organization/proposals"
        params={{ organization }}
        search={{ project }}
        {...current('proposals')}
      >
        Proposals
      </Link>
      <Link
        to="/o/$organization/templates"
        params={{ organization }}
        search={{ project }}
        {...current('templates')}
      >
        Templates
      </Link>
    </nav>
  )
}
