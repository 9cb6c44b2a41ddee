import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import './dialog.css'

/** A native modal dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
  kind = 'small',
}: {
  title: string
  onClose: () => void
  children: ReactNode
  kind?: 'small' | 'medium' | 'wide' | 'palette'
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // The browser chooses the first button, which closes. Boxes to tick may be far below what there is to read.
    shown?.querySelector<HTMLElement>('.content input:not([type="checkbox"], [type="radio"])')?.focus()
    return () => shown?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog; the click is on its backdrop
    <dialog
      ref={dialog}
      className={`dialog ${kind}`}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {kind !== 'palette' && (
        <header>
          <h2>{title}</h2>
          <button type="button" className="button bare icon-only end" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </header>
      )}
      <div className="content">{children}</div>
    </dialog>
  )
}
