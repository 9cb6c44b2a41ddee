// @module-tag thorough
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'let-heap-shrink.ts')
/** V8 decides every 8 s. It may take the first one or two decisions soon after the work. */
const DECISIONS = 4

/** Works, then rests until it is ended. */
const WORK = `
  let kept = []
  for (let at = 0; at < 300; at++) {
    kept.push(Array.from({ length: 20_000 }, (_, number) => ({ number })))
    if (kept.length > 60) kept.shift()
  }
  kept = null
  process.stdin.resume()`

test('V8 sees that a thread rests, and returns its memory', async () => {
  const decisions: string[] = []
  const script = `import { letHeapShrink } from ${JSON.stringify(MODULE)}\nletHeapShrink()${WORK}`
  const child = spawn(process.execPath, ['--trace-memory-reducer', '--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const decision = /Memory reducer: (low|high) alloc/.exec(line)?.[1]
    if (decision) decisions.push(decision)
    if (decision === 'low' || decisions.length === DECISIONS) child.kill()
  }
  await exited
  expect(decisions.at(-1)).toBe('low')
}, 120_000)
