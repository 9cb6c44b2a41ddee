import type { ElementType, Key } from 'react'
import { jsx as element, jsxs as elements, Fragment } from 'react/jsx-runtime'
import { isRightToLeft, shown } from './shown.ts'

// Every page is made here, so that no page needs to remember which of its texts somebody else has chosen.

export type { JSX } from 'react/jsx-runtime'
export { Fragment }

type Props = Record<string, unknown>

/** Attributes that people read; others, such as `value` and `href`, stay as they are. */
const READ = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'] as const

/** An element whose texts hide no character and turn nothing around. What a component gets stays as it is: it may send or copy it. */
export const jsx = (type: ElementType, props: Props, key?: Key) => element(type, readable(type, props), key)
export const jsxs = (type: ElementType, props: Props, key?: Key) => elements(type, readable(type, props), key)

/** For the development build, which Vite serves. */
export const jsxDEV = (type: ElementType, props: Props, key?: Key) =>
  (Array.isArray(props.children) ? jsxs : jsx)(type, props, key)

function readable(type: ElementType, props: Props): Props {
  if (typeof type !== 'string' && type !== Fragment) return props
  let changed: Props | null = null
  const set = (name: string, value: unknown) => {
    changed ??= { ...props }
    changed[name] = value
  }
  const { children } = props
  const asChild = TEXT_ONLY.has(type as string) ? asShown : asIsolated
  if (typeof children === 'string') {
    const child = asChild(children)
    if (child !== children) set('children', child)
  } else if (Array.isArray(children)) {
    const all = children.map(asChild)
    if (all.some((child, index) => child !== children[index])) set('children', all)
  }
  if (typeof type === 'string')
    for (const name of READ) {
      const value = asShown(props[name])
      if (value !== props[name]) set(name, value)
    }
  return changed ?? props
}

/** Elements whose content is plain text. */
const TEXT_ONLY = new Set(['option', 'title', 'textarea', 'style', 'text', 'tspan'])

const asShown = (value: unknown) => (typeof value === 'string' ? shown(value) : value)

/** A right-to-left text would reorder the numbers and signs beside it. Parts between dots are apart from one another. */
const asIsolated = (value: unknown, index = 0): unknown => {
  const text = asShown(value)
  if (typeof text !== 'string' || !isRightToLeft(text)) return text
  const parts = text.split(/( ?· ?)/)
  const children = parts.map((part, at) =>
    isRightToLeft(part) ? element('bdi', { children: part }, `bdi ${index} ${at}`) : part,
  )
  return parts.length === 1 ? children[0] : elements(Fragment, { children }, `bdi ${index}`)
}
