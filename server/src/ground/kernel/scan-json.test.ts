import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { scanLine, valueBudget } from './scan-json.ts'

test('a body of too many values is not read to its end', () => {
  const most = 1_000
  const scan = (text: string) => {
    const bytes = Buffer.from(text)
    return scanLine(bytes, 0, bytes.length, 'The body', valueBudget(most))
  }
  const tooDeep = '['.repeat(LIMITS.nesting + 1)
  expect(scan(`[${'1,'.repeat(most - 1)}1]`)).toBe('whole')
  expect(() => scan(`[${'1,'.repeat(most)}${tooDeep}`)).toThrow(`at most ${most} keys, items and brackets`)
  expect(() => scan(`[${'1,'.repeat(most - 100)}${tooDeep}`)).toThrow('nested at most')
})

test('a number of many digits is not parsed, spaces and texts may be long', () => {
  const scan = (text: string) => {
    const bytes = Buffer.from(text)
    return scanLine(bytes, 0, bytes.length, 'The body', valueBudget(1_000))
  }
  expect(() => scan(`[1,${'9'.repeat(1_001)}]`)).toThrow('at most 1000 characters in a row outside of texts')
  expect(scan(`[${'9'.repeat(1_000)},${'9'.repeat(1_000)}${' '.repeat(2_000)},"${'9'.repeat(2_000)}"]`)).toBe(
    'whole',
  )
})
