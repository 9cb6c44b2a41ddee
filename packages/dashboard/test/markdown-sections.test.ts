import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outlineOf } from '../src/markdown/outline.ts'
import { plainOf } from '../src/markdown/plain-of.ts'
import { readSection } from '../src/markdown/read-section.ts'

const root = join(import.meta.dirname, '../../..')

test('each document of this repository has the same blocks in sections as at once', () => {
  const files = globSync('{docs/**,packages/*}/*.md', { cwd: root })
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const sections = outlineOf(text, 0).map(({ lead, start, end }) => readSection(lead + text.slice(start, end)))
    expect(seen(sections.flat()), file).toEqual(seen(readSection(text)))
  }
})

/** The texts of the blocks; of a list, those of its items, because it may be cut between them. */
const seen = (blocks: ReturnType<typeof readSection>): string[] =>
  blocks.flatMap((block) =>
    block.type === 'list' ? block.children.map((item) => plainOf(item)) : [`${block.type} ${plainOf(block)}`],
  )
