import { type ReactNode, useId, useRef, useState } from 'react'
import './menu.css'

/** Pixels between a button and its menu. */
const GAP = 4

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
    const { clientHeight, clientWidth } = document.documentElement
    const isUp = isAbove || below.bottom > clientHeight * 0.6
    const isLeft = isEnd || below.left > clientWidth * 0.6
    Object.assign(popover.style, {
      top: isUp ? 'auto' : `${below.bottom + GAP}px`,
      bottom: isUp ? `${clientHeight - below.top + GAP}px` : 'auto',
      maxHeight: `${(isUp ? below.top : clientHeight - below.bottom) - 3 * GAP}px`,
      left: isLeft ? 'auto' : `${below.left}px`,
      right: isLeft ? `${clientWidth - below.right}px` : 'auto',
    })
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
