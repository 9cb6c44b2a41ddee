import { expect, test } from 'vitest'
import { orderCtrfAttempts, readCtrfEnvironment, readCtrfStatus, readCtrfTool } from './ctrf.ts'

test('what the environment of a CTRF report says of its run', () => {
  expect(
    readCtrfEnvironment({
      appName: 'Shop',
      buildName: 'nightly',
      buildNumber: 812,
      buildUrl: 'https://ci.acme.dev/812',
      repositoryName: 'shop',
      repositoryUrl: 'https://github.com/acme/shop.git',
      commit: '4E5F4E5F',
      branchName: 'refs/heads/feature/basket',
      osPlatform: 'win32',
      testEnvironment: 'staging',
      healthy: true,
    }),
  ).toEqual({
    project: 'Shop',
    build: '812',
    ci: { provider: 'CTRF', url: 'https://ci.acme.dev/812', workflow: 'nightly' },
    repository: 'acme/shop',
    commit: '4e5f4e5f',
    branch: 'feature/basket',
    environment: { os: 'win32', testEnvironment: 'staging' },
  })
  expect(readCtrfEnvironment({ buildId: 'a', buildNumber: '1', branchName: 'origin/main' })).toEqual({
    build: 'a',
    ci: { provider: 'CTRF' },
    branch: 'main',
  })
})

test('invalid facts are skipped', () => {
  const odd = { commit: 'HEAD', branchName: '', appName: 'x'.repeat(334), buildUrl: 'javascript:1' }
  expect(readCtrfEnvironment({ ...odd, repositoryName: null, osPlatform: {}, buildNumber: [1] })).toEqual({})
  expect(readCtrfEnvironment({ commit: '-x 1234567', buildName: 'alone' })).toEqual({})
})

test('a tool is named in lower case, and has a name', () => {
  expect(readCtrfTool('Cypress', '15')).toEqual({ name: 'cypress', version: '15' })
  expect(readCtrfTool('x'.repeat(200), '')).toEqual({ name: 'x'.repeat(100) })
  expect([readCtrfTool('', '1'), readCtrfTool(5, '1')]).toEqual([undefined, undefined])
})

test('other is a failure where the tool calls it one', () => {
  const statusOf = (status: string, rawStatus?: unknown) => readCtrfStatus({ status, rawStatus }).status
  const words = ['broken', 'ERROR', 'timed out', 'timedout', 'timeout', 'crashed']
  expect(words.map((word) => statusOf('other', word))).toEqual(words.map(() => 'failed'))
  expect([statusOf('other'), statusOf('other', 'unknown'), statusOf('skipped', 'broken')]).toEqual([
    'other',
    'other',
    'skipped',
  ])
})

test('a failure after a pass is no retry, so no pass excuses it', () => {
  const order = (text: string) =>
    orderCtrfAttempts(text.split(' ').map((status) => ({ status })))
      .map(({ status }) => status)
      .join(' ')
  expect(order('passed failed passed')).toBe('passed passed failed')
  expect(order('failed passed failed passed')).toBe('passed passed failed failed')
  for (const kept of ['failed passed', 'failed failed passed passed', 'passed passed', 'failed skipped'])
    expect(order(kept)).toBe(kept)
})
