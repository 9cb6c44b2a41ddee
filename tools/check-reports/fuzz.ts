import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Checked } from './check-set.ts'
import { compare } from './compare.ts'
import { countBytes } from './count-file.ts'
import { MUTATIONS, makeRandom } from './mutations.ts'
import { makeReader } from './reader.ts'

const LARGEST = 1024 * 1024
const ENDS_WITHIN_MS = 170_000
const ROUNDS = 20

/** Breaks files in many ways and reads each; reports crashes, hangs and silent miscounts. */
export const fuzz = async (files: Checked[], count: number, seed: number): Promise<string[]> => {
  const random = makeRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'svc-fuzz-'))
  const reader = makeReader()
  const wrong: string[] = []
  const kinds = new Map<string, number>()
  const late = performance.now() + ENDS_WITHIN_MS
  const chosen = choose(files, count, random)
  try {
    for (let round = 0; round < ROUNDS && performance.now() < late; round += 1)
      for (const file of chosen) {
        const bytes = readFileSync(file.path)
        if (bytes.length > LARGEST) continue
        for (const [name, mutate] of Object.entries(MUTATIONS)) {
          const broken = mutate(bytes, random)
          const path = join(folder, basename(file.path))
          writeFileSync(path, broken)
          const { reading, crash } = await reader.read('broken', path)
          const verdict = reading
            ? compare(countOf(broken, file), reading)
            : { kind: 'wrong' as const, why: `crash: ${crash}` }
          kinds.set(`${name} ${verdict.kind}`, (kinds.get(`${name} ${verdict.kind}`) ?? 0) + 1)
          if (verdict.kind !== 'wrong') continue
          const kept = join(tmpdir(), `svc-fuzz-${seed}-${wrong.length}-${basename(file.path)}`)
          writeFileSync(kept, broken)
          wrong.push(`${kept}: ${name}: ${verdict.why}`)
        }
      }
  } finally {
    await reader.close()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`fuzzed: ${[...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ')}`)
  return wrong
}

/** Parts of JSON that nothing is read from are not checked: broken there, a file still has the tests that it had. */
const countOf = (bytes: Buffer, { plain }: Checked) => {
  const count = countBytes(bytes)
  return count.kind === 'broken' && JSON_KINDS.has(plain.kind) ? plain : count
}

const JSON_KINDS = new Set(['ctrf', 'jest', 'playwright'])

/** Some of every format first. */
const choose = (files: Checked[], count: number, random: () => number): Checked[] => {
  const byFormat = [...Map.groupBy(files, ({ format, dialect }) => `${format} ${dialect}`).values()]
  const chosen = new Set<Checked>()
  const most = Math.min(count, files.length)
  while (chosen.size < most)
    for (const group of byFormat) {
      const file = group[Math.floor(random() * group.length)]
      if (file && chosen.size < most) chosen.add(file)
    }
  return [...chosen]
}
