import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installOf } from './fill-checkout.ts'

test('a package manager that only npx has installs the base through npx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-install-of-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text = '') => writeFileSync(join(folder, name), text)
  expect(installOf(folder, {})).toBe('')
  write('package.json', '{ "packageManager": "pnpm@12.1.0" }')
  const options = 'install --frozen-lockfile --prefer-offline'
  expect(installOf(folder, { PATH: '/nowhere' })).toBe(`npx -y pnpm@12.1.0 ${options}`)
  write('pnpm.cmd')
  for (const name of ['PATH', 'Path']) expect(installOf(folder, { [name]: folder })).toBe(`pnpm ${options}`)
  write('package.json', '{ "packageManager": "yarn@4.0.0" }')
  expect(installOf(folder, {})).toBe('yarn install --immutable')
})
