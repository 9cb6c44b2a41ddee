import type { ReactNode } from 'react'
import './number-table.css'

/** The title of a column and its class, or the title alone. */
export type Column = string | [title: string, className: string]

/** A table that scrolls sideways if the window is too narrow. */
export function ScrollTable({
  label,
  columns,
  className,
  children,
}: {
  label: string
  columns: Column[]
  className?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a phone, so the keyboard must reach it
    <section className="scrolls" tabIndex={0} aria-label={label}>
      <table className={className} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => {
              const [title, its] = typeof column === 'string' ? [column] : column
              return (
                <th key={title} scope="col" className={its}>
                  {title}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
