// @module-tag thorough
import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { Problem } from '../../../ground/kernel/problem.ts'
import { readDocumentText } from './read-here.ts'

const refusalOf = (text: string): Problem | null => {
  try {
    readDocumentText(text)
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const many = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at))

const word = (at: number) => at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))
const prose = (length: number) =>
  many(Math.ceil(length / 80), (at) => `${many(14, (of) => word((at * 31 + of * 7) % 9_000)).join(' ')}.\n\n`)
    .join('')
    .slice(0, length)

test.each([
  ['prose', prose(LIMITS.documentBytes)],
  [
    'a changelog',
    many(3_500, (at) => `## 1.0.${at}\n\nFixed \`retry\` of ${word(at)}${'.'.repeat(240)}\n\n`).join(''),
  ],
  [
    'a narrow table',
    `| name | value | set |\n|---|---|---|\n${many(26_000, (at) => `| name of ${word(at)} now | 12.5 | yes then |\n`).join('')}`,
  ],
  [
    'short lines of code',
    many(1_100, (at) => `## Step ${at}\n\n\`\`\`ts\n${'if (a) {\n  call(b)\n}\n'.repeat(15)}\`\`\`\n\n`).join(
      '',
    ),
  ],
  ['Chinese', many(900, (at) => `## 第${at}章\n\n${'重试的次数'.repeat(70)}\n\n`).join('')],
  [
    'nested headings',
    many(1_200, (at) => `${'#'.repeat((at % 6) + 1)} Setup of part ${at}\n\n${prose(600)}\n\n`).join(''),
  ],
])('a document of %s fits', (_, text) => {
  expect(text.length).toBeGreaterThan(300_000)
  expect(refusalOf(text)).toBeNull()
})

const names = many(
  5,
  (at) => `${'#'.repeat(at + 1)} ${many(50, (of) => `第${word(at * 50 + of)}`).join(' ')}\n`,
)

test.each([
  ['too many headings', many(55_000, (at) => `# ${at}\n`).join(''), 'sections'],
  ['long headings above many', `${names.join('')}${many(4_900, (at) => `###### ${at}\n`).join('')}`, 'index'],
  [
    'too many long words',
    many(24_000, (at) =>
      many(14, (of) => word(676 + ((at * (7_919 + of * 613) + (at >> 13)) % 16_001))).join(''),
    ).join(' '),
    'index',
  ],
  [
    'a long title above many',
    `---\ntitle: ${many(149, (at) => `第${String.fromCodePoint(0x4e00 + at)}`).join('')}\n---\n${many(4_900, (at) => `# ${at}\n`).join('')}`,
    'index',
  ],
])('a document with %s is refused, and the message says what to do', (_, text, what) => {
  const refusal = refusalOf(text)
  expect(refusal?.code).toBe('PAYLOAD_TOO_LARGE')
  expect(refusal?.message).toContain(what)
  expect(refusal?.message).toMatch(/split/i)
})
