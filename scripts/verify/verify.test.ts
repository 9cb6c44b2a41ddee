import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { workspace } from '@svc/test-kit/versions'
import { afterAll, expect, test, vi } from 'vitest'
import type { Step } from './steps.ts'
import { verify } from './verify.ts'

const folder = join(workspace, '.test', 'verify')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A step that leaves a file of its name and ends with a code. */
const step = (name: string, code: number): Step => {
  const file = join(folder, `${name}.cjs`)
  writeFileSync(
    file,
    `require('node:fs').writeFileSync(__dirname + '/${name}.ran', ''); process.exitCode = ${code}`,
  )
  return { name, tool: relative(workspace, file), args: [], repeat: `repeat ${name}` }
}
const hasRun = (name: string) => existsSync(join(folder, `${name}.ran`))

test('a step that fails beside others fails the command, and nothing after them runs', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    expect(await verify([[step('one', 0), step('two', 0)], [step('three', 0)]])).toBe(true)
    expect(await verify([[step('broken', 1), step('beside', 0)], [step('after', 0)]])).toBe(false)
    const lines = said.mock.calls.map(([text]) => String(text)).join('')
    expect(lines).toMatch(/repeat broken[\s\S]*Failed: broken\n0 passed, 1 failed, 0 skipped\n$/)
  } finally {
    said.mockRestore()
  }
  expect(['one', 'two', 'three', 'broken', 'beside', 'after'].filter(hasRun)).toEqual([
    'one',
    'two',
    'three',
    'broken',
    'beside',
  ])
})
