import { lazy, Suspense } from 'react'
import { Menu } from '../frame/menu.tsx'
import { Skeleton } from './empty-state.tsx'
import type { Owned } from './owner-list.tsx'

/** Its read is not needed for the first view of an execution. */
const OwnerList = lazy(async () => ({ default: (await import('./owner-list.tsx')).OwnerList }))

/** The filter by owner; its list, of all tests of the project, is read when it opens. */
export function OwnerChoice(props: Owned) {
  return (
    <Menu className="button" button={<span className="ellipsis">Owner: {props.owner ?? 'all'}</span>}>
      <Suspense fallback={<Skeleton rows={3} />}>
        <OwnerList {...props} />
      </Suspense>
    </Menu>
  )
}
