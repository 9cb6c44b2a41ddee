import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mistakeOf } from './check.ts'
import { CHECKED_FILE, readChecked, written } from './checked.ts'
import { findAll } from './find.ts'
import { REVIEWED } from './reviewed.ts'

// Checks the server's regular expressions, and lists the ones that take linear time. `--all` checks listed ones again.
const root = fileURLToPath(new URL('../..', import.meta.url))
const known = process.argv.includes('--all') ? new Set() : readChecked()
const linear = new Set<string>()
for (const one of await findAll(root)) {
  const text = written(one)
  if (linear.has(text) || REVIEWED.has(text)) continue
  const mistake = known.has(text) ? null : await mistakeOf(one)
  if (mistake === null) linear.add(text)
  else {
    console.error(mistake)
    process.exitCode = 1
  }
}
writeFileSync(CHECKED_FILE, `${JSON.stringify([...linear].sort(), null, 2)}\n`)
