import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleAction } from '../../../tools/bundle-action/bundle.ts'
import { VERSION } from './version.ts'

const folder = fileURLToPath(new URL('../bundle/', import.meta.url))

test('the committed bundle is what the sources make (npx -y pnpm@12 bundle:action writes it)', async () => {
  const made = await bundleAction()
  expect(readdirSync(folder).sort()).toEqual([...made.keys(), 'package.json'].sort())
  for (const [name, text] of made) expect(readFileSync(`${folder}/${name}`, 'utf8') === text, name).toBe(true)
})

test('the version is that of the manifest', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(VERSION).toBe(manifest.version)
})
