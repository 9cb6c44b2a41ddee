import { expect, test } from 'vitest'
import { checked, readNext, readQuery, writeQuery } from './search.ts'

test('next is a path of this server, or nothing', () => {
  for (const next of ['/', '/executions/1?status=passed#x', '/o/a/b'])
    expect(readNext(next)).toEqual({ next })
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:x', '', 7])
    expect(readNext(next)).toEqual({})
})

test('unchecked search parameters are undefined, even if the router adds them', () => {
  const raw = { next: '//evil.example', other: '1' }
  expect({ ...raw, ...checked(({ next }) => readNext(next))(raw) }).toEqual({
    next: undefined,
    other: undefined,
  })
})

test('addresses read as somebody would write them, and lead back', () => {
  const search = { status: 'failed,flaky', q: 'a & b', attempt: 2, test: undefined }
  expect(writeQuery(search)).toBe('?status=failed,flaky&q=a+%26+b&attempt=2')
  expect(readQuery(writeQuery(search))).toEqual({ status: 'failed,flaky', q: 'a & b', attempt: '2' })
})
