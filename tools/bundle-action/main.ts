import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleAction } from './bundle.ts'

const folder = fileURLToPath(new URL('../../packages/action/bundle/', import.meta.url))
const files = await bundleAction()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, text] of files) writeFileSync(join(folder, name), text)
// Node reads the files as modules by this, wherever they are checked out.
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
