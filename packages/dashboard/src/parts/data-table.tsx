import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Menu } from '../frame/menu.tsx'
import { FilterSelect } from './filter-select.tsx'
import { Icon } from './icon.tsx'
import { NARROW, useMedia } from './use-media.ts'
import './data-table.css'

export interface DataColumn<Row> {
  /** Its name in the address. */
  id: string
  title: string
  cell: (row: Row, isSelected: boolean) => ReactNode
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

interface RowFacts {
  id: string
  isSelected?: boolean
  className?: string
}

interface Rows<Row> {
  rows: Row[]
  columns: DataColumn<Row>[]
  rowOf: (row: Row) => RowFacts
  /** A part below a row, over its whole width. */
  below?: ((row: Row) => ReactNode) | undefined
}

/** Rows with a header that sorts them on the server. A narrow window shows each row as a block, and the orders as a list. */
export function DataTable<Row>({
  label,
  hasMore,
  columns,
  search,
  onSort,
  ...rest
}: Rows<Row> & {
  label: string
  /** Whether the server has rows that were not read: nobody knows how many. */
  hasMore: boolean
  search: TableSearch
  onSort: (sort: string | undefined) => void
}) {
  const shown = useMemo(() => shownOf(columns, search.columns), [columns, search.columns])
  const { rows } = rest
  const rowPx = useMedia(NARROW) ? NARROW_ROW : ROW
  const now = <Body columns={shown} rowPx={rowPx} {...rest} />
  // A key or a press is answered before rows are drawn, at first too if they fill the window.
  const body = useDeferredValue(
    now,
    rows.length < AT_FIRST ? now : <tbody>{placeOf(rows.length * rowPx, shown.length)}</tbody>,
  )
  return (
    <table
      className="card data-table"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      // Without rows, its columns have other widths, which would be seen to change.
      {...(body.type === 'tbody' && { style: { visibility: 'hidden' } })}
    >
      <thead>
        <tr aria-rowindex={1}>
          {shown.map((column) => (
            <Head key={column.id} column={column} sort={search.sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      {body}
    </table>
  )
}

/** The number of rows that are drawn at first: more than a window shows, and a fraction of what a reader may have read. */
const AT_FIRST = 25
/** Of each later batch. */
const AT_ONCE = 10
/** How near rows are drawn. The browser lays all drawn rows out anew whenever one changes. */
const NEAR = '3000px'
/** Pixels of a row until it is drawn, so that a reader who returns finds their place. */
const ROW = 53
/** The same of a row that is a block of lines. */
const NARROW_ROW = 180

/** The rows of a list. Those far down follow as the reader comes near, in batches that keep nobody waiting. */
function Body<Row>({ rows, columns, rowOf, below, rowPx }: Rows<Row> & { rowPx: number }) {
  const first = rows[0] && rowOf(rows[0]).id
  const [drawn, setDrawn] = useState({ first, most: AT_FIRST })
  // Another list starts anew; one that grew continues.
  const most = drawn.first === first ? drawn.most : AT_FIRST
  const rest = Math.max(0, rows.length - most)
  const place = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (!place.current || rest === 0) return
    const near = new IntersectionObserver(
      (all) => {
        if (all.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setDrawn({ first, most: most + AT_ONCE }))
      },
      { rootMargin: NEAR },
    )
    near.observe(place.current)
    return () => near.disconnect()
  }, [first, most, rest])
  return (
    <tbody>
      {rows.slice(0, most).map((row, i) => {
        const facts = rowOf(row)
        return (
          <BodyRow key={facts.id} {...facts} row={row} index={i + 2} columns={columns} part={below?.(row)} />
        )
      })}
      {rest > 0 && placeOf(rest * rowPx, columns.length, place)}
    </tbody>
  )
}

/** The place of rows that are not drawn yet. It is no row to a screen reader, which hears the number of all rows. */
const placeOf = (heightPx: number, columns: number, ref?: RefObject<HTMLTableRowElement | null>) => (
  <tr ref={ref} className="rest" style={{ visibility: 'hidden' }}>
    <td colSpan={columns} style={{ height: heightPx }} />
  </tr>
)

interface RowProps<Row> extends RowFacts {
  row: Row
  /** Among all rows, the header first. */
  index: number
  columns: DataColumn<Row>[]
  part: ReactNode
}

/** A table may have hundreds of rows, so one is drawn again only if something of it has changed. */
const BodyRow = memo(RowOf) as typeof RowOf

function RowOf<Row>({ row, index, columns, id, className, isSelected = false, part }: RowProps<Row>) {
  return (
    <>
      <tr id={id} className={className} aria-rowindex={index} {...(isSelected && { 'aria-current': 'true' })}>
        {columns.map((column, i) => (
          <td key={column.id} className={column.className} data-title={i === 0 ? undefined : column.title}>
            {column.cell(row, isSelected)}
          </td>
        ))}
      </tr>
      {part && (
        <tr className="below">
          <td colSpan={columns.length}>{part}</td>
        </tr>
      )}
    </>
  )
}

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
