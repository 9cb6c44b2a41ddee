import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Skeleton } from './empty-state.tsx'
import { Icon } from './icon.tsx'
import './dialog.css'

/** A dialog whose code is still loading: a press is answered at once, even on a slow connection. */
export function LoadingDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Skeleton rows={3} />
    </Dialog>
  )
}

/** A native modal dialog: the browser keeps the focus in it, closes it on Escape and restores the focus. */
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
  // Before it is removed: only then the browser restores the focus, also to the dialog that
  // replaces this one.
  useLayoutEffect(() => {
    const shown = dialog.current
    isLeaving.current = false
    shown?.showModal()
    // The browser focuses the first button, which closes. Checkboxes may be far below the text to
    // read.
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
