import { type KeyboardEvent, type ReactNode, useId } from 'react'
import './tabs.css'

export interface Tab {
  id: string
  label: ReactNode
}

/** Tabs after the ARIA pattern: arrows move between them, the panel belongs to the chosen one. */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
  note,
  children,
}: {
  label: string
  tabs: Tab[]
  chosen: string
  onChoose: (id: string) => void
  note?: ReactNode
  children: ReactNode
}) {
  const own = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.id)
    document.getElementById(`${own}-${next.id}`)?.focus()
  }
  return (
    <>
      <div className="tabs">
        <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map(({ id, label: words }) => (
            <button
              key={id}
              id={`${own}-${id}`}
              type="button"
              role="tab"
              aria-selected={id === chosen}
              aria-controls={`${own}-panel`}
              tabIndex={id === chosen ? 0 : -1}
              onClick={() => onChoose(id)}
            >
              {words}
            </button>
          ))}
        </div>
        {note && <span className="note">{note}</span>}
      </div>
      <div role="tabpanel" id={`${own}-panel`} aria-labelledby={`${own}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
