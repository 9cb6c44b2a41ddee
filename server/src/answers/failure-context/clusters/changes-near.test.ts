import { expect, test } from 'vitest'
import { changesNear } from './changes-near.ts'

const change = (path: string, line: number | null, status: 'modified' | 'renamed' = 'modified') => ({
  path,
  status,
  lines: line === null ? [] : [{ from: line, to: line }],
})

const near = (paths: ReturnType<typeof change>[], at: [file: string, line: number], testFile = at[0]) =>
  changesNear({ files: paths, more: 0 }, [{ file: at[0], line: at[1], name: '' }], testFile).map(
    ({ file, near }) => `${file} ${near}`,
  )

test('only a line at the failing one, or a removal beside it, is at the failing lines', () => {
  const file = 'e2e/checkout.spec.js'
  expect(near([change(file, 29), change('e2e/page.js', 1)], [file, 26])).toEqual([
    `${file} in-its-test`,
    'e2e/page.js in-its-folder',
  ])
  for (const line of [25, 26, 27])
    expect(near([change(file, line)], [file, 26])).toEqual([`${file} at-the-failure`])
})

test('the sources beside the tests of a package are near, before other tests and moved files', () => {
  const changes = [
    change('packages/cart/test/vouchers.test.js', null, 'renamed'),
    change('packages/cart/test/price.test.js', 3),
    change('packages/cart/src/config.js', 1),
    change('packages/web/src/config.js', 1),
    change('packages/cart/README.md', 1),
    change('packages/cart/src/stock.js', null),
  ]
  expect(near(changes, ['packages/cart/test/stock.test.js', 19])).toEqual([
    'packages/cart/src/stock.js in-its-folder',
    'packages/cart/src/config.js in-its-folder',
    'packages/cart/test/vouchers.test.js in-its-folder',
    'packages/cart/test/price.test.js in-its-folder',
  ])
  expect(near([change('src/money/tax.ts', 1), change('src/a.ts', 1)], ['test/money/sum.test.ts', 2])).toEqual(
    ['src/money/tax.ts in-its-folder'],
  )
})
