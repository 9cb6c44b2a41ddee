import { useState } from 'react'
import { mayWrite, useRole } from '../../frame/use-role.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { TieDialog } from './tie-dialog.tsx'

interface Props {
  organization: string
  project: string
  fingerprint: string
  /** The line of the failure. */
  title: string
}

/** What a person who may write does about a failure: give it to an agent, or say which commit fixed it. */
export function FailureActions({ title, ...failure }: Props) {
  const [open, setOpen] = useState<'assign' | 'resolve' | null>(null)
  const onClose = () => setOpen(null)
  if (!mayWrite(useRole(failure.organization))) return null
  return (
    <div className="doing">
      <button type="button" className="button" onClick={() => setOpen('assign')}>
        Assign to an agent
      </button>
      <button type="button" className="button" onClick={() => setOpen('resolve')}>
        Resolve
      </button>
      {open === 'assign' && <AssignDialog {...failure} title={title} onClose={onClose} />}
      {open === 'resolve' && <TieDialog {...failure} resolves onClose={onClose} />}
    </div>
  )
}
