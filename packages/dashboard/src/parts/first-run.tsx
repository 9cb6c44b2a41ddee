import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whoAmI } from '../data/queries.ts'
import { EmptyState } from './empty-state.tsx'

/**
 * How to send a first run. The packages are this server's own, because a registry may have others
 * with these names.
 */
export function FirstRun({
  title,
  level,
  organization,
}: {
  title: string
  level: 1 | 2
  organization: string
}) {
  const { data: me } = useQuery(whoAmI())
  const isAdmin = me?.organizations.find(({ slug }) => slug === organization)?.role === 'admin'
  return (
    <EmptyState level={level} icon="plus" title={title}>
      <p>Run these in the folder of your tests. The second command adds the reporter to your runner.</p>
      <code>export SVC_URL={location.origin} SVC_API_KEY=svc_…</code>
      <code>npx -y {location.origin}/packages/svc-cli.tgz init</code>
      <p>Then run your tests. The first run appears here.</p>
      {isAdmin ? (
        <Link className="button" to="/o/$organization/settings/$page" params={{ organization, page: 'keys' }}>
          Create a key
        </Link>
      ) : (
        <p>Ask an admin of your organization for a key.</p>
      )}
    </EmptyState>
  )
}
