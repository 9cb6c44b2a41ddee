import { type ReactNode, useId, useRef, useState } from 'react'
import './menu.css'

/**
 * A button that opens links and actions below it: a native popover, which a click elsewhere and
 * Escape close. Its content is rendered, and read, when it opens.
 */
export function Menu({
  label,
  button,
  className,
  children,
  isEnd = false,
  isAbove = false,
}: {
  /** Its accessible name, if its visible text is not enough. */
  label?: string
  button: ReactNode
  className: string
  children: ReactNode
  isEnd?: boolean
  /** For a button at the bottom of the window. */
  isAbove?: boolean
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const place = () => {
    const [below, popover] = [opener.current?.getBoundingClientRect(), list.current]
    if (!below || !popover) return
    if (isAbove) popover.style.bottom = `${document.documentElement.clientHeight - below.top + 4}px`
    else popover.style.top = `${below.bottom + 4}px`
    if (isEnd) popover.style.right = `${document.documentElement.clientWidth - below.right}px`
    else popover.style.left = `${below.left}px`
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        popoverTarget={id}
        {...(label !== undefined && { 'aria-label': label })}
        onClick={place}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a chosen link closes the menu it is in */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's own keys click it */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={(event) => (event.target as HTMLElement).closest('a, button') && list.current?.hidePopover()}
      >
        {isOpen && children}
      </div>
    </>
  )
}
