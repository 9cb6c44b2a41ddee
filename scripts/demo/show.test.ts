import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { makeScreen } from './show.ts'

const COMMENT = '### Broke 1\n\n[View run](http://127.0.0.1:4700/executions/1) · [CI log](https://ci.test/1)'

test('shows owners and addresses without the invisible characters of the comment', () => {
  const stream = new PassThrough()
  makeScreen(stream as unknown as NodeJS.WriteStream, { hasLinks: true }).markdown(
    '&#64;&#8288;acme/web at https&#58;&#8203;//a.test',
  )
  expect(String(stream.read())).toBe('@acme/web at https://a.test\n')
})

test('shows the addresses of links only if they will work', () => {
  const shown = (hasLinks: boolean) => {
    const stream = new PassThrough()
    makeScreen(stream as unknown as NodeJS.WriteStream, { hasLinks }).markdown(COMMENT)
    return String(stream.read())
  }
  expect(shown(true)).toContain('View run (http://127.0.0.1:4700/executions/1) · CI log (https://ci.test/1)')
  expect(shown(false)).toContain('View run · CI log\n')
})
