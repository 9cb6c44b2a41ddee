import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable } from './data-table.tsx'

const COLUMNS = [{ id: 'name', title: 'Name', cell: (name: string) => name }]

const draw = (count: number, hasMore = false) =>
  renderToStaticMarkup(
    createElement(DataTable<string>, {
      label: 'Names',
      hasMore,
      columns: COLUMNS,
      rows: Array.from({ length: count }, (_, i) => `name ${i}`),
      rowOf: (id) => ({ id }),
      search: {},
      onSort: () => undefined,
    }),
  )

test('a screen reader hears the number of all rows, and the place of each', () => {
  const drawn = draw(3)
  expect(drawn).toContain('aria-rowcount="4"')
  expect(drawn).toMatch(/<tr aria-rowindex="1"><th/)
  expect(drawn).toMatch(/<tr id="name 2"[^>]* aria-rowindex="4"/)
})

test('if the server has more rows, a screen reader hears no number that is too small', () => {
  expect(draw(3, true)).toContain('aria-rowcount="-1"')
})

test('rows that are not drawn yet have a place that nobody hears', () => {
  const drawn = draw(40)
  expect(drawn).toContain('aria-rowcount="41"')
  expect(drawn).toMatch(/<tr class="rest" style="visibility:hidden"><td colSpan="1" style="height:2120px">/)
  expect(drawn).not.toContain('name 39')
})
