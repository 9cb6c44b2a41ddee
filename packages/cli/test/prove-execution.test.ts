// One file: its tests share one server.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { makePlace, VITEST } from './place.ts'
import { svc } from './shop.ts'

const server = useServer()

/** A place with a break of this change, which nobody has run. */
const broken = async () => {
  const made = await makePlace(server)
  const bin = join(made.folder, 'node_modules', '.bin')
  mkdirSync(bin)
  symlinkSync('../vitest/vitest.mjs', join(bin, 'vitest'))
  made.change({ 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' })
  const prove = (...args: string[]) => svc(made.folder, ['prove', '--for', '10m', ...args], made.env)
  return { ...made, bin, prove }
}

test('the newest failed execution of this commit is proved after the fact, and what does not fit is said', async () => {
  const { folder, run, change, executions, judged, left, bin, prove } = await broken()
  const none = await prove()
  expect(none.err).toMatch(/project \S+ has no failed execution of commit [0-9a-f]{7}/)
  expect(none.code).toBe(1)
  await run(['--', ...VITEST])
  const proved = await prove('--json')
  expect(JSON.parse(proved.out)).toMatchObject({
    base: { branch: 'main' },
    proofs: [
      {
        test: { file: 'cart.test.js', titles: ['adds'] },
        finding: 'proved',
        base: { failed: 0 },
        sentence: expect.stringContaining('this change breaks it'),
      },
    ],
    isStored: true,
  })
  expect(proved.code).toBe(0)
  expect((await judged()).verdicts.get('adds')).toMatchObject({ kind: 'mine', basis: { rule: 'proved' } })
  expect(left()).toEqual([])
  expect(await executions()).toHaveLength(2)
  const [newest] = await executions()
  writeFileSync(join(folder, 'notes.js'), '')
  expect((await prove()).err).toContain('this folder has changes that the execution did not have')
  rmSync(join(folder, 'notes.js'))
  change({})
  const other = await prove(newest?.id ?? '')
  expect(other.err).toMatch(/the execution ran commit [0-9a-f]{12}, and this folder has [0-9a-f]{12}/)
  expect(other.err).toMatch(/next: git switch --detach [0-9a-f]{12}/)
  git(folder, 'switch', '-q', '--detach', 'HEAD~1')
  rmSync(bin, { recursive: true })
  expect((await prove(newest?.id ?? '')).err).toContain('vitest is not installed in this folder')
})

test('an execution of uncommitted changes is proved with them, and trials of another leg stay here', {
  tags: 'thorough',
}, async () => {
  const { folder, run, env, prove } = await broken()
  await run(['--', ...VITEST])
  const elsewhere = await svc(folder, ['prove', '--for', '10m', '--json'], { ...env, SVC_LEG: 'windows' })
  expect(JSON.parse(elsewhere.out)).toMatchObject({ proofs: [{ finding: 'proved' }], isStored: false })
  writeFileSync(join(folder, 'notes.js'), '')
  await run(['--', ...VITEST])
  const dirty = await prove()
  // Without the server's verdict, the trials say no cause.
  expect(dirty.out.replace(/\s+/g, ' ')).toMatch(/adds: it fails in (\d+) of \1 runs here/)
  expect(dirty.out).not.toContain('this change breaks it')
  expect(dirty.out.replace(/\s+/g, ' ')).toContain('which may be others than those here')
  rmSync(join(folder, 'notes.js'))
  expect((await prove()).err).toContain('the execution ran with changes that this folder does not have')
})

test('the leg that the settings of the reporter name is that of the trials', async () => {
  const { folder, run, change, env, judged } = await makePlace(server, {
    'vitest.config.mjs': `export default { test: { reporters: ['default', ['@svc/vitest', { leg: 'own-leg' }]] } }\n`,
  })
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin)
  symlinkSync('../vitest/vitest.mjs', join(bin, 'vitest'))
  change({ 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' })
  await run(['--', ...VITEST])
  const proved = await svc(folder, ['prove', '--for', '10m', '--json'], env)
  expect(JSON.parse(proved.out)).toMatchObject({ proofs: [{ finding: 'proved' }], isStored: true })
  expect((await judged()).verdicts.get('adds')).toMatchObject({ kind: 'mine', basis: { rule: 'proved' } })
})
