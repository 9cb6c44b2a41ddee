import type { ElementType, Key } from 'react'
import { jsx as element, jsxs as elements, Fragment } from 'react/jsx-runtime'
import { shown } from './shown.ts'

// Every page is made here, so that no page needs to remember which of its texts somebody else has chosen.

export type { JSX } from 'react/jsx-runtime'
export { Fragment }

type Props = Record<string, unknown>

/** Attributes that people read; others, such as `value` and `href`, stay as they are. */
const READ = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'] as const

/** An element whose texts hide no character. What a component gets stays as it is: it may send or copy it. */
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
  if (typeof children === 'string' && shown(children) !== children) set('children', shown(children))
  else if (Array.isArray(children) && children.some(isHiding)) set('children', children.map(asShown))
  if (typeof type === 'string')
    for (const name of READ) if (isHiding(props[name])) set(name, asShown(props[name]))
  return changed ?? props
}

const asShown = (value: unknown) => (typeof value === 'string' ? shown(value) : value)
const isHiding = (value: unknown): boolean => typeof value === 'string' && shown(value) !== value
