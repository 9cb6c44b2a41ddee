import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mistakeOf } from './check.ts'
import { readChecked, written } from './checked.ts'
import { findAll, regexpsIn } from './find.ts'
import { REVIEWED } from './reviewed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
// Modules load once, and build their expressions then.
const all = await findAll(root)
const mistakeIn = (code: string) => {
  const [one = { source: '', flags: '' }] = regexpsIn(code).literals
  return mistakeOf({ ...one, file: 'added.ts' })
}

test('every regular expression that reads what others write takes linear time', async () => {
  const checked = readChecked()
  const fresh = new Map(all.map((one) => [written(one), one]))
  for (const known of [...checked, ...REVIEWED.keys()]) fresh.delete(known)
  const mistakes: string[] = []
  for (const one of fresh.values()) mistakes.push((await mistakeOf(one)) ?? '')
  expect(mistakes.filter(Boolean)).toEqual([])
})

// Listed ones cost nothing above. To write the list of today: npx -y pnpm@12 exec node tools/check-regexps/main.ts
test('the lists name only expressions of today', () => {
  const today = new Set(all.map(written))
  expect([...readChecked(), ...REVIEWED.keys()].filter((text) => !today.has(text))).toEqual([])
})

test('an expression that backtracks is found', async () => {
  expect(await mistakeIn('const bad = /(a+)+$/')).toMatch(
    /^added\.ts: \/\(a\+\)\+\$\/ takes exponential time/,
  )
  expect(await mistakeIn('text.split(/,+$/)')).toMatch(/2nd degree polynomial time/)
  expect(await mistakeIn('text.match(/^[a-z]+$/i)')).toBeNull()
})

test('expressions that are built of pieces are found, too', () => {
  const built = all.filter(({ file }) => file === 'server/src/uploads/ingest/fingerprint.ts')
  expect(built.map(written)).toContainEqual(expect.stringMatching(/^\/\^\(\?:\\w\*Error: \)\?/))
  expect(regexpsIn('function make(a: string) { return RegExp(a) }')).toMatchObject({ constructed: 1 })
})
