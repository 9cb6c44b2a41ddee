import { type LinkComponent, type NavigateOptions, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useRef } from 'react'

type Props = Omit<NavigateOptions, 'href'> & ComponentProps<'a'> & { preload?: false }

/**
 * A link in a row of a list. The router's own follows the address of the page: with hundreds of rows, each key of a
 * filter would compute the address of each. This one computes it when it is drawn, so its search must not depend on the
 * page's.
 */
export const RowLink = RowLinkOf as LinkComponent<'a'>

function RowLinkOf({ to, params, search, resetScroll, preload, ...rest }: Props) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const options = { to, params, search, resetScroll } as NavigateOptions
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate(options)
  }
  const leave = () => clearTimeout(timer.current)
  const enter = () => {
    leave()
    const load = () => void router.preloadRoute(options).catch(() => undefined)
    timer.current = setTimeout(load, router.options.defaultPreloadDelay)
  }
  return (
    <a
      {...rest}
      href={router.buildLocation(options).href}
      onClick={open}
      {...(preload !== false && { onMouseEnter: enter, onMouseLeave: leave })}
    />
  )
}
