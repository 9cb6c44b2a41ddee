import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runInstall } from './run-install.ts'

/** A project, and a PATH with only these programs, each a script. */
const place = (manifest: object, programs: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const said: string[] = []
  const run = async (command: string[]) => {
    await runInstall({ folder, command, label: '.' } as Parameters<typeof runInstall>[0], {
      env: { PATH: folder },
      write: (text) => said.push(text),
    })
    return said.join('')
  }
  return { folder, run }
}

const ECHO = 'echo "npx $@"'

test.skipIf(process.platform === 'win32')('a package manager that only npx has is run with npx', async () => {
  const { run } = place({ packageManager: 'pnpm@9.1.0+sha512.abc' }, { npx: ECHO })
  expect(await run(['pnpm', 'add', 'a'])).toBe(
    'pnpm is not on the PATH; running npx -y pnpm@9.1.0 add a\nnpx -y pnpm@9.1.0 add a\n',
  )
  const undeclared = place({}, { npx: ECHO })
  expect(await undeclared.run(['pnpm', 'add', 'a'])).toContain('\nnpx -y pnpm add a\n')
})

test.skipIf(process.platform === 'win32')(
  'one on the PATH is run itself, and its failure is told',
  async () => {
    const own = place({}, { pnpm: 'echo own', npx: ECHO })
    expect(await own.run(['pnpm', 'add', 'a'])).toBe('own\n')
    const failing = place({}, { pnpm: 'exit 7', npx: ECHO })
    await expect(failing.run(['pnpm', 'add', 'a'])).rejects.toThrow('the installation failed (7)')
  },
)

test.skipIf(process.platform === 'win32')('if nothing has it, the refusal says how to get it', async () => {
  for (const manifest of [{}, { packageManager: 'yarn@4.0.0' }])
    await expect(place(manifest, {}).run(['yarn', 'add', 'a'])).rejects.toMatchObject({
      message: 'the installation failed (yarn is not on the PATH); no config was changed',
      next: expect.stringContaining('corepack enable'),
    })
})
