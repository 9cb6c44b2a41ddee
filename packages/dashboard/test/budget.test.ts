import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildIfStale } from '../build/build.ts'

const BUDGET_BYTES = 120_000
const folder = join(import.meta.dirname, '../dist')

interface Chunk {
  file: string
  imports?: string[]
}

test('the first view of the largest page is at most 120 kB of compressed JavaScript', async () => {
  await buildIfStale(folder)
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const needed = new Set<string>()
  const need = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const each of chunk.imports ?? []) need(each)
  }
  need('index.html')
  need('src/pages/execution/execution-page.tsx')
  expect(needed.size).toBeGreaterThan(1)
  const bytes = [...needed].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)
  expect(bytes).toBeLessThan(BUDGET_BYTES)
})

test('the styles begin with the order of their layers', async () => {
  await buildIfStale(folder)
  const [style = ''] = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'))
  expect(readFileSync(join(folder, 'assets', style), 'utf8')).toMatch(
    /^@layer tokens, ?base, ?parts, ?pages, ?last;/,
  )
})

test('the trace viewer comes with its licence, and without its terminal', () => {
  expect(readFileSync(join(folder, 'trace/LICENSE'), 'utf8')).toContain('Apache License')
  expect(existsSync(join(folder, 'trace/index.html'))).toBe(true)
  expect(existsSync(join(folder, 'trace/uiMode.html'))).toBe(false)
})
