import { EmptyState } from '../parts/empty-state.tsx'
import { HomeLink } from './home-link.tsx'
import { useIsPlace, useTitle } from './place.tsx'

/** Shown for an address without a page. */
export function NoPage() {
  useIsPlace(null)
  useTitle('No page')
  return (
    <EmptyState level={1} icon="unknown" title="There is no page at this address">
      <p>The address may be mistyped or cut off. Compare it with the link that you followed.</p>
      <HomeLink />
    </EmptyState>
  )
}

/** A page of an organization that the signed-in person does not belong to, whether or not it exists. */
export function NotMember({ organization }: { organization: string }) {
  useIsPlace(null)
  useTitle('Not a member')
  return (
    <EmptyState level={1} icon="person" title={`You are not a member of “${organization}”`}>
      <p>
        No organization has this name, or you are not in it. Ask one of its admins for an invitation link.
      </p>
      <HomeLink />
    </EmptyState>
  )
}
