import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownersOf } from '../data/insights.ts'
import { Trouble } from '../frame/trouble.tsx'
import { Skeleton } from './empty-state.tsx'

export interface Owned {
  organization: string
  project: string
  owner: string | undefined
  /** Owners that the page has loaded, which may be of an older CODEOWNERS than the newest. */
  loaded?: string[]
}

/** The owners of all tests of a project, and those of its older runs that a page has loaded. */
export function OwnerList({ organization, project, owner, loaded = [] }: Owned) {
  const read = useQuery(ownersOf({ organization, project }))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={3} />
  const owners = [...new Set([...read.data, ...loaded])].sort()
  if (owners.length === 0 && owner === undefined) return <p>No test file has an owner in CODEOWNERS.</p>
  return (
    <>
      <Link to="." search={(before: object) => ({ ...before, owner: undefined })} replace resetScroll={false}>
        All owners
      </Link>
      {owners.map((each) => (
        <Link
          key={each}
          to="."
          search={(before: object) => ({ ...before, owner: each })}
          replace
          resetScroll={false}
          {...(each === owner && { 'aria-current': 'true' })}
        >
          {each}
        </Link>
      ))}
    </>
  )
}
