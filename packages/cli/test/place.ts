import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import type { RealServer } from '@svc/test-kit/server'
import { onTestFinished } from 'vitest'
import { commitAll, goodSetup } from './set-up.ts'
import { svc } from './shop.ts'

/** Not `npx`, which takes longer than the tests; `prove-execution.test.ts` repeats with it. */
export const VITEST = ['node', 'node_modules/vitest/vitest.mjs', 'run']
/** Fails in every second run; the count is outside of the tree, so both sides share it. */
export const FLAKY = (counter: string) => `import { appendFileSync, readFileSync } from 'node:fs'
import { test } from 'vitest'
test('slips', () => {
  appendFileSync(${JSON.stringify(counter)}, '.')
  if (readFileSync(${JSON.stringify(counter)}, 'utf8').length % 2 === 0) throw new Error('slipped')
})
`

/** A workspace whose test imports a package of it; main has run, and a branch is checked out. */
export const makePlace = async (server: RealServer, more: Record<string, string> = {}) => {
  const folder = goodSetup({
    'package.json': { name: 'shop', workspaces: ['packages/*'], scripts: { test: 'vitest run' } },
    'packages/calc/package.json': '{ "name": "calc", "type": "module", "exports": "./index.js" }\n',
    'packages/calc/index.js': 'export const add = (a, b) => a + b\n',
    'cart.test.js':
      "import { add } from 'calc'\nimport { expect, test } from 'vitest'\ntest('adds', () => expect(add(1, 2)).toBe(3))\n",
    ...more,
  })
  symlinkSync('../packages/calc', join(folder, 'node_modules', 'calc'))
  commitAll(folder)
  git(folder, 'branch', '-q', '-M', 'main')
  git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  const project = `p${folder.split('-').at(-1)?.toLowerCase() ?? ''}`
  // A temporary folder of its own, because other tests leave and remove trees at the same time.
  const temporary = mkdtempSync(join(tmpdir(), 'svc-place-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const left = () => readdirSync(temporary).filter((name) => name.startsWith('svc-'))
  const env = {
    SVC_API_KEY: server.apiKey,
    SVC_URL: server.url,
    SVC_PROJECT: project,
    TMPDIR: temporary,
  }
  const run = (args: string[], given: Record<string, string> = {}) =>
    svc(folder, ['run', ...args], { ...env, ...given })
  await run(['--', ...VITEST])
  git(folder, 'switch', '-q', '-c', 'feature')
  const change = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'change')
  }
  const executions = () => server.get<{ id: string }[]>(`/api/executions?project=${project}&limit=50`)
  /** The trials of the newest execution, and its verdicts by the title of the test. */
  const judged = async () => {
    const [newest] = await executions()
    const trials = await server.get<SentTrials[]>(`/api/executions/${newest?.id}/experiments`)
    const { regressions, stillFailing } = await server.get<Record<string, Judged[]>>(
      `/api/compare?head=${newest?.id}`,
    )
    const failures = [...(regressions ?? []), ...(stillFailing ?? [])]
    return { trials, verdicts: new Map(failures.map(({ titles, verdict }) => [titles.join(' > '), verdict])) }
  }
  return { folder, run, change, env, executions, judged, left }
}

interface SentTrials {
  purpose: string
  test: { titles: string[] }
  head: { commit: string; dirty: boolean; command: string }
  base: { commit: string; command: string; branch: string }
  trials: { fingerprint: string | null; result: string }[]
}

interface Judged {
  titles: string[]
  verdict: { kind: string; basis: { rule: string }; because: string }
}
