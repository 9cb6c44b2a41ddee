import { expect, test } from 'vitest'
import { actionText, detailTexts } from './audit-words.ts'

test('a change has its values before and after, without those that stayed', () => {
  const from = { name: 'shop', defaultBranch: null, slug: 'shop' }
  const to = { name: 'Shop', defaultBranch: 'trunk', slug: 'shop' }
  expect(detailTexts({ from, to })).toEqual([
    ['name', 'shop → Shop'],
    ['default branch', 'none → trunk'],
  ])
  expect(detailTexts({ from: 'viewer', to: 'admin', kept: 2 })).toEqual([
    ['changed', 'viewer → admin'],
    ['kept', '2'],
  ])
})

test('lists, absent values, times and yes or no are words', () => {
  const detail = {
    scopes: ['ingest', 'read'],
    project: null,
    expiresAt: '2026-03-02T09:12:00.000Z',
    enabled: false,
    refs: [],
    rules: { keysMayDecide: true },
  }
  expect(detailTexts(detail)).toEqual([
    ['scopes', 'ingest, read'],
    ['project', 'all'],
    ['expires', '2026-03-02 09:12 UTC'],
    ['enabled', 'no'],
    ['refs', 'none'],
    ['rules', 'keys may decide yes'],
  ])
  expect(detailTexts({ expiresAt: null })).toEqual([['expires', 'never']])
  expect(detailTexts({ from: 'src/a.ts' })).toEqual([['from', 'src/a.ts']])
})

test('an action of a newer server is its code', () => {
  expect(actionText('key.created')).toBe('Created the key')
  expect(actionText('moon.landed')).toBe('moon.landed')
})
