import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Skeleton } from './empty-state.tsx'
import { Icon } from './icon.tsx'
import './dialog.css'

/** A dialog whose code is on its way: a press is answered at once, also on a slow line. */
export function LoadingDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Skeleton rows={3} />
    </Dialog>
  )
}

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
  const isLeaving = useRef(false)
  // Before it is removed: only then the browser gives the focus back, also to the dialog that replaces this one.
  useLayoutEffect(() => {
    const shown = dialog.current
    isLeaving.current = false
    shown?.showModal()
    // The browser chooses the first button, which closes. Boxes to tick may be far below what there is to read.
    shown?.querySelector<HTMLElement>('.content input:not([type="checkbox"], [type="radio"])')?.focus()
    return () => {
      isLeaving.current = true
      shown?.close()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog; the click is on its backdrop
    <dialog
      ref={dialog}
      className={`dialog ${kind}`}
      aria-label={title}
      onClose={() => !isLeaving.current && onClose()}
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
