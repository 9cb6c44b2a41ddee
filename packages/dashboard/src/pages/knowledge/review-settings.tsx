import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { reviewSettingsOf } from '../../data/knowledge.ts'
import type { Role } from '../../frame/use-role.ts'
import { Disclosure } from '../../parts/disclosure.tsx'

/**
 * Who may decide, in words; an admin can also permit the keys of admins. The setting is read when
 * the dialog opens.
 */
export function ReviewSettings({ organization, role }: { organization: string; role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...reviewSettingsOf(organization), enabled: isOpen })
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (keysMayDecide: boolean) => clientOf(organization).setReviewSettings({ keysMayDecide }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...reviewSettingsOf(organization).queryKey] }),
  })
  const trouble = error ?? change.error
  return (
    <Disclosure title="Who may decide" isOpen={isOpen} onToggle={setOpen}>
      <ul className="may-decide">
        <li>People with the role editor or admin decide every proposal.</li>
        <li>API keys with the role and scope admin decide what people proposed.</li>
        {data && (
          <li>
            {data.keysMayDecide
              ? 'The same keys also decide what API keys proposed.'
              : 'Only people decide what an API key proposed.'}
          </li>
        )}
      </ul>
      {trouble && <p className="refused">{trouble.message}</p>}
      {data && role === 'admin' && (
        <>
          <p className="muted">
            Agents follow what documents say: then no person reads a change before they do.
          </p>
          <button
            type="button"
            className="button"
            onClick={() => change.mutate(!data.keysMayDecide)}
            disabled={change.isPending}
          >
            {data.keysMayDecide ? 'Only people decide what agents propose' : 'Let keys of admins decide, too'}
          </button>
        </>
      )}
    </Disclosure>
  )
}
