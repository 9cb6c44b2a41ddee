const MIB = 2 ** 20
const KIB = 2 ** 10

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const SENTENCE =
  'The gateway answers slowly, so a *payment* is retried `twice` and then [given up](rules.md). '

/** Texts that took a reader's tab for seconds, or could. */
export const HOSTILE_TEXTS: Record<string, string> = {
  'definitions on one line, 1 MiB': filled('[a]:b ', MIB),
  'definitions, one a line, 1 MiB': filled('[a]:b\n', MIB),
  'open links, 64 KiB': filled('[a](', 64 * KIB),
  'open links in blocks of 15 KiB, 1 MiB': filled(`${filled('[a](', 15 * KIB)}\n\n`, MIB),
  'emphasis in blocks of 15 KiB, 1 MiB': filled(`${filled('*a_', 15 * KIB)}\n\n`, MIB),
  'entities in blocks of 15 KiB, 1 MiB': filled(`${filled('&copy;', 15 * KIB)}\n\n`, MIB),
  'prose, 1 MiB': filled(`## A heading\n\n${SENTENCE.repeat(6)}\n\n`, MIB),
  'one paragraph, 1 MiB': filled(`${SENTENCE}\n`, MIB),
  'one code fence, 1 MiB': `\`\`\`ts\n${filled('await pay(cart, card)\n', MIB - 20)}\n\`\`\``,
  'one table, 1 MiB': `| answer | what to do |\n|---|---|\n${filled('| 402 | tell the customer |\n', MIB - 50)}`,
  'one list, 1 MiB': filled('- Never charge a cart twice.\n', MIB),
  '20,000 headings': filled('# A *heading*\n\ntext\n\n', 20_000 * 21),
  'words on one line, 1 MiB': filled(SENTENCE, MIB),
  'one word, 1 MiB': filled('x', MIB),
  'empty lines, 1 MiB': `a${filled('\n', MIB - 2)}b`,
  'quotes 50 deep, 1 MiB': filled(`${'> '.repeat(50)}text\n\n`, MIB),
  'lists 50 deep, 300 KiB': filled(
    `${Array.from({ length: 50 }, (_, depth) => `${'  '.repeat(depth)}- text\n`).join('')}\n`,
    300 * KIB,
  ),
}
