import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const named = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name).sort()

test('docs/reference/settings.md lists exactly the variables that are read', () => {
  const settings = read('../../docs/reference/settings.md')
  const known = named(read('./environment.ts'), /^ {2}([A-Z][A-Z_]+): /gm)
  expect(known.length).toBeGreaterThan(10)
  expect(named(settings, /^\| `([A-Z_]+)` \|/gm)).toEqual(known)
})

test('what the compose files set is read by the server or by Postgres', () => {
  const known = new Set(named(read('./environment.ts'), /^ {2}([A-Z][A-Z_]+): /gm))
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const set = named(read(`../../${file}`), /^ {6}([A-Z][A-Z_]+):/gm)
    expect(set.length, file).toBeGreaterThan(1)
    expect(
      set.filter((name) => !known.has(name) && !name?.startsWith('POSTGRES_')),
      file,
    ).toEqual([])
  }
})

test('the compose files give a server the time it may take to end', () => {
  // Waiting for balancers, then requests under way, then what continues behind them.
  const mayTakeSeconds = 5 + 8 + 15
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const [grace] = named(read(`../../${file}`), /^ {4}stop_grace_period: (\d+)s$/gm)
    expect(Number(grace), file).toBeGreaterThan(mayTakeSeconds)
  }
  expect(read('../../Dockerfile')).toMatch(/^STOPSIGNAL SIGTERM$/m)
})
