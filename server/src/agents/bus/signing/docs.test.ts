import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../testing/folder.ts'
import { signedText } from './signed-text.ts'
import vector from './vector.json' with { type: 'json' }

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/agent-bus.md'), 'utf8')
const { key, signature, message, ...facts } = vector

/** The example of a language in the documentation. */
const example = (language: string): string =>
  new RegExp(String.raw`\n\`\`\`${language}\n([\s\S]+?)\n\`\`\``).exec(page)?.[1] ?? ''

test('the published vector is that of the server', () => {
  const text = signedText({ ...facts, payload: message })
  expect(createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')).toBe(signature)
  for (const value of [key, signature, facts.from, facts.to, String(facts.timestamp), ...message.split('\n')])
    expect(page).toContain(`\`${value}\``)
})

test('the example for Node accepts the vector and no other signature', async () => {
  const file = join(makeFolder(), 'example.mjs')
  writeFileSync(file, `${example('js')}\nexport { isAuthentic }\n`)
  const { isAuthentic } = (await import(file)) as { isAuthentic: (key: string, m: object) => boolean }
  expect(isAuthentic(key, vector)).toBe(true)
  expect(isAuthentic(key, { ...vector, message: 'other' })).toBe(false)
  expect(isAuthentic(key, { ...vector, signature: '' })).toBe(false)
})

test.skipIf(!hasPython())('the example for Python accepts the vector and no other signature', () => {
  const folder = makeFolder()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'example.py')
  writeFileSync(
    file,
    `${example('python')}\n\n\nimport json, sys\nv = json.load(open(sys.argv[1]))\nprint(is_authentic(v["key"], v), is_authentic(v["key"], {**v, "to": "x"}))\n`,
  )
  const shown = execFileSync('python3', [file, join(import.meta.dirname, 'vector.json')], {
    encoding: 'utf8',
  })
  expect(shown.trim()).toBe('True False')
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
