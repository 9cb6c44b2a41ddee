import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const server = fileURLToPath(new URL('../..', import.meta.url))
/** They move, copy or delete whole rows, regardless of the content. */
const KEEPERS = [
  'results/results',
  'upkeep/retention',
  'upkeep/deletion',
  'upkeep/backup',
  'ground/store',
  'testing',
]

test('no other room reads where results are stored', () => {
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !file.endsWith('.test.ts') && !KEEPERS.some((room) => file.startsWith(`${room}/`)),
  )
  expect(files.length).toBeGreaterThan(200)
  const knowing = files.filter((file) =>
    /\barchived_at\b|\b(?:From|from|join)\(?\s*['"`]?archive\b/.test(
      readFileSync(`${server}/${file}`, 'utf8'),
    ),
  )
  expect(knowing).toEqual([])
})
