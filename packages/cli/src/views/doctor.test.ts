import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Diagnosis } from '../doctor/diagnose.ts'
import { print } from './doctor.ts'

const diagnosis: Diagnosis = {
  version: '1.2.3',
  folder: '/shop',
  url: 'http://svc',
  isReady: false,
  verdict: '1 problem keeps results from being sent: Config.',
  findings: [
    { check: 'Node', state: 'ok', found: '24.1.0 on linux-x64' },
    {
      check: 'Git',
      state: 'warning',
      found: 'the clone is shallow',
      reason: 'so little is known',
      fix: 'deepen it',
    },
    {
      check: 'Config',
      state: 'problem',
      found: `vitest.config.ts does not name @svc/vitest, and ${'so on '.repeat(12)}`.trim(),
      reason: 'it is not called',
      fix: 'add to it:',
      paste: [`reporters: ['default', '@svc/vitest'], // ${'a line is never broken '.repeat(4)}`],
    },
  ],
}

test('a report reads without colours, in 80 columns and plain ASCII', () => {
  const text = print(diagnosis, { isPlain: true, cells: 80 })
  expect(text).toBe(`svc doctor 1.2.3 in /shop

ok Node      24.1.0 on linux-x64
!  Git       the clone is shallow
             Why: so little is known
             Fix: deepen it
X  Config    vitest.config.ts does not name @svc/vitest, and so on so on so on
             so on so on so on so on so on so on so on so on so on
             Why: it is not called
             Fix: add to it:
               reporters: ['default', '@svc/vitest'], // ${'a line is never broken '.repeat(4).trim()}

1 problem keeps results from being sent: Config.
`)
  expect(text).toMatch(/^[\x20-\x7e\n]+$/)
})

test('for a person it has signs and colours, and says the same', () => {
  const text = print(diagnosis, { isPlain: false, cells: 80 })
  expect(text).toContain('\u001b[32m✓\u001b[0m Node')
  expect(text).toContain('\u001b[33m!\u001b[0m Git')
  expect(text).toContain('\u001b[31m✗\u001b[0m Config')
  const words = (report: string) =>
    stripVTControlCharacters(report)
      .replace(/^(?:ok|[X!✓✗]) +|^ +/gm, '')
      .split(/\s+/)
  expect(words(text)).toEqual(words(print(diagnosis, { isPlain: true, cells: 80 })))
})

test('a piped report keeps each sentence on one line', () => {
  const lines = print(diagnosis, { isPlain: true, cells: Number.POSITIVE_INFINITY }).split('\n')
  expect(lines).toContain(`X  Config    ${diagnosis.findings[2]?.found}`)
})

test('on a narrow terminal it is narrower, and text of others does nothing to it', () => {
  const said: Diagnosis = {
    ...diagnosis,
    folder: '/shop\u001b[2J',
    findings: [
      {
        check: 'Access',
        state: 'problem',
        found: 'the key "\u009b31mFirst\u202e" may not send results, as far as the server says',
        fix: 'make one: npx --no svc keys create ci',
        paste: ['a\u0007'],
      },
    ],
  }
  const text = print(said, { isPlain: true, cells: 40 })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u00a0]/)
  const lines = text.split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40)
})
