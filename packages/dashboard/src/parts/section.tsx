import type { ReactNode } from 'react'
import './rows.css'
import './section.css'

/** One subject of a settings page: an explanation in a sentence, and the button that adds an item. */
export function Section({
  title,
  about,
  action,
  children,
}: {
  title: string
  about: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="section" aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          <p>{about}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
