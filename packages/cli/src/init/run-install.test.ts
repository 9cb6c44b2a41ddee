import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runInstall } from './run-install.ts'

/** Runs an install in a folder that is a PATH with only these programs, each a script. */
const place = (programs: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return async (command: string[]) => {
    const said: string[] = []
    const own = { env: { PATH: folder }, write: (text: string) => said.push(text) }
    await runInstall({ folder, command, label: '.' }, own)
    return said.join('')
  }
}

test.skipIf(process.platform === 'win32')(
  'an install passes its output on, and its failure is told',
  async () => {
    expect(await place({ pnpm: 'echo own' })(['pnpm', 'add', 'a'])).toBe('own\n')
    await expect(place({ pnpm: 'exit 7' })(['pnpm', 'add', 'a'])).rejects.toThrow(
      'the installation failed (7)',
    )
  },
)

test.skipIf(process.platform === 'win32')('if nothing has it, the refusal says how to get it', async () => {
  await expect(place({})(['yarn', 'add', 'a'])).rejects.toMatchObject({
    message: 'the installation failed (yarn is not on the PATH); no config was changed',
    next: expect.stringContaining('corepack enable'),
  })
})
