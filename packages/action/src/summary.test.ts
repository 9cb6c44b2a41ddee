import { expect, test } from 'vitest'
import { composeSummary } from './summary.ts'

const part = (name: string, bytes: number) => ({
  full: `# ${name}\n${'é'.repeat(bytes / 2)}`,
  short: `short ${name}`,
})

test('what fits is there whole, notes after the parts', () => {
  const text = composeSummary(
    [part('a', 10), part('b', 10)],
    [{ level: 'error', text: 'Look *here* at cart.test.ts:12 (EUR).' }],
    10_000,
  )
  expect(text).toMatch(/# a[\s\S]*# b[\s\S]*❌ Look &#42;here&#42; at cart\.test\.ts:12 \(EUR\)\./)
})

test('in bytes, not characters: the last parts become short first', () => {
  const text = composeSummary([part('a', 6_000), part('b', 6_000)], [], 8_000)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000)
  expect(text).toContain('# a\n')
  expect(text).toContain('short b')
})

test('never dropped whole: what is too long even then ends at a line, with everything closed', () => {
  const lines = Array.from({ length: 2_000 }, (_, i) => `line ${i} ✓`).join('\n')
  const long = `<details>\n<summary>x</summary>\n\n\`\`\`\`text\n${lines}`
  const text = composeSummary([{ full: long, short: long }], [], 5_000)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5_000)
  expect(text).toMatch(/line \d+ ✓\n````\n\n<\/details>\n\n_/)
})
