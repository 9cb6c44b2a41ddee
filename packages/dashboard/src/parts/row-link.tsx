import { type LinkComponent, type NavigateOptions, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A link in a row of a list of one page. The router's own follows the address of the page: with hundreds of rows, each
 * key of a filter would compute the address of each. This one computes it when it is drawn, so its search must not depend
 * on the page's. It loads nothing ahead, because its page is open.
 */
export const RowLink = RowLinkOf as LinkComponent<'a'>

function RowLinkOf({
  to,
  params,
  search,
  resetScroll,
  ...rest
}: Omit<NavigateOptions, 'href'> & ComponentProps<'a'>) {
  const router = useRouter()
  const options = { to, params, search, resetScroll } as NavigateOptions
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate(options)
  }
  return <a {...rest} href={router.buildLocation(options).href} onClick={open} />
}
