import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './empty-state.css'

/** Shown if there is no data: an explanation in a sentence, and what to do next. */
export function EmptyState({
  title,
  children,
  icon = 'list',
  level = 2,
}: {
  title: string
  children?: ReactNode
  icon?: IconName
  level?: 1 | 2
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className="empty">
      <Icon name={icon} tone="muted" />
      <Heading>{title}</Heading>
      <div className="next">{children}</div>
    </section>
  )
}

/** The outline of a loading page. It does not move, and it announces once that the page loads. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      <i className="headline" />
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
        <i key={i} />
      ))}
    </div>
  )
}
