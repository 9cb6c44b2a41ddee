import { memo, type ReactNode, useDeferredValue } from 'react'
import { Menu } from '../frame/menu.tsx'
import { FilterSelect } from './filter-select.tsx'
import { Icon } from './icon.tsx'
import './data-table.css'

export interface DataColumn<Row> {
  /** Its name in the address. */
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Words for its order from below and from above, if the server sorts by it: `A to Z`, `Z to A`. */
  sorts?: [up: string, down: string]
  /** The order of the first click; a second click reverses it, and a third one restores the page's own order. */
  first?: 'up' | 'down'
  /** Always shown. */
  isFixed?: boolean
  className?: string
}

/** `sort=rate` ascends, `sort=-rate` descends; `columns` has the shown ones, absent for all. */
export interface TableSearch {
  sort?: string | undefined
  columns?: string | undefined
}

/** Rows with a header that sorts them on the server. A narrow window shows each row as a block, and the orders as a list. */
export function DataTable<Row>({
  label,
  rows,
  columns,
  search,
  onSort,
  rowOf,
  below,
}: {
  label: string
  rows: Row[]
  columns: DataColumn<Row>[]
  search: TableSearch
  onSort: (sort: string | undefined) => void
  rowOf: (row: Row) => { id: string; isSelected?: boolean; className?: string }
  /** A part below a row, over its whole width. */
  below?: (row: Row) => ReactNode
}) {
  const shown = shownOf(columns, search.columns)
  // A key or a press is answered before hundreds of rows are drawn anew.
  const draw = useDeferredValue(() =>
    rows.map((row) => {
      const { id, isSelected = false, className } = rowOf(row)
      const part = below?.(row)
      return [
        <tr key={id} id={id} className={className} {...(isSelected && { 'aria-current': 'true' })}>
          {shown.map((column, i) => (
            <td key={column.id} className={column.className} data-title={i === 0 ? undefined : column.title}>
              {column.cell(row)}
            </td>
          ))}
        </tr>,
        part && (
          <tr key={`${id} below`} className="below">
            <td colSpan={shown.length}>{part}</td>
          </tr>
        ),
      ]
    }),
  )
  return (
    <table className="card data-table" aria-label={label}>
      <thead>
        <tr>
          {shown.map((column) => (
            <Head key={column.id} column={column} sort={search.sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Drawn draw={draw} />
      </tbody>
    </table>
  )
}

const Drawn = memo(({ draw }: { draw: () => ReactNode }) => draw())

function Head<Row>({
  column: { id, title, sorts, first = 'down', className },
  sort,
  onSort,
}: {
  column: DataColumn<Row>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const [up, down] = [id, `-${id}`]
  const order = first === 'down' ? [down, up, undefined] : [up, down, undefined]
  const next = order[(order.indexOf(sort) + 1) % order.length]
  const direction = sort === up ? 'ascending' : sort === down ? 'descending' : undefined
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {sorts ? (
        <button type="button" onClick={() => onSort(next)}>
          {title}
          {direction && <Icon name="down" tone={direction === 'ascending' ? 'muted up' : 'muted'} />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Chooses the columns of a table. */
export function ColumnChoice<Row>({
  columns,
  search,
  onChoose,
}: {
  columns: DataColumn<Row>[]
  search: TableSearch
  onChoose: (columns: string | undefined) => void
}) {
  const shown = shownOf(columns, search.columns)
  const open = columns.filter(({ isFixed }) => !isFixed)
  const choose = (id: string, isShown: boolean) => {
    const ids = open
      .filter((each) => (each.id === id ? isShown : shown.includes(each)))
      .map((each) => each.id)
    onChoose(ids.length === open.length ? undefined : ids.join(',') || NONE)
  }
  return (
    <Menu className="button" button="Columns">
      {open.map((column) => (
        <label key={column.id} className="column-choice">
          <input
            type="checkbox"
            checked={shown.includes(column)}
            onChange={(event) => choose(column.id, event.target.checked)}
          />
          {column.title}
        </label>
      ))}
    </Menu>
  )
}

const NONE = 'none'

function shownOf<Row>(columns: DataColumn<Row>[], chosen: string | undefined): DataColumn<Row>[] {
  if (chosen === undefined) return columns
  const ids = chosen.split(',')
  return columns.filter(({ id, isFixed }) => isFixed || ids.includes(id))
}

/** The orders of a table as a list, for a window that is too narrow for its header. */
export function SortChoice<Row>({
  columns,
  search,
  onSort,
}: {
  columns: DataColumn<Row>[]
  search: TableSearch
  onSort: (sort: string | undefined) => void
}) {
  const options = columns.flatMap(({ id, title, sorts, first = 'down' }) => {
    if (!sorts) return []
    const both = [
      { value: id, label: `${title}, ${sorts[0]}` },
      { value: `-${id}`, label: `${title}, ${sorts[1]}` },
    ]
    return first === 'up' ? both : both.reverse()
  })
  return (
    <span className="sort-choice">
      <FilterSelect
        label="Sort"
        value={search.sort ?? ''}
        options={[{ value: '', label: 'Usual order' }, ...options]}
        onChoose={(sort) => onSort(sort || undefined)}
      />
    </span>
  )
}
