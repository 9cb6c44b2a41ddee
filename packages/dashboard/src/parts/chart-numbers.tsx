import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'
import { type Column, ScrollTable } from './scroll-table.tsx'

/** The numbers of a page's chart as a table, which the address opens: `view=table`. */
export function ChartNumbers({
  label,
  columns,
  children,
}: {
  label: string
  columns: Column[]
  children: ReactNode
}) {
  const { view } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <Disclosure
      title="The numbers as a table"
      isOpen={view === 'table'}
      onToggle={(isOpen) =>
        navigate({
          to: '.',
          search: (before: object) => ({ ...before, view: isOpen ? 'table' : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      <ScrollTable label={label} columns={columns} className="number-table">
        {children}
      </ScrollTable>
    </Disclosure>
  )
}
