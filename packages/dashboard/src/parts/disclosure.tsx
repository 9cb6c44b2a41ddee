import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './disclosure.css'

/** A line that opens the part below it. The address contains its state, so that a link shows the same. */
export function Disclosure({
  title,
  note,
  isOpen,
  onToggle,
  children,
}: {
  title: string
  note?: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details
      className="disclosure"
      open={isOpen}
      onToggle={(event) => event.currentTarget.open !== isOpen && onToggle(event.currentTarget.open)}
    >
      <summary>
        <Icon name="right" tone="muted" />
        <span>{title}</span>
        {note && <span className="muted">{note}</span>}
      </summary>
      {isOpen && <div className="inside">{children}</div>}
    </details>
  )
}
