import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundlePackage } from '../../tools/pack/bundle.ts'
import type { Manifest } from '../../tools/pack/manifest.ts'
import { installPackages } from './peers.ts'

const source = fileURLToPath(new URL('../../packages/client', import.meta.url))

/**
 * Bundles the client as each published reporter contains it, beside the packages that it needs. Returns a new folder,
 * which the caller removes, and the address of the module in it.
 */
export const bundleClient = async (): Promise<{ folder: string; module: string }> => {
  const manifest: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies ?? {}).filter(([, range]) => !range.startsWith('workspace:')),
  )
  const folder = mkdtempSync(join(await installPackages('client', dependencies), 'bundled-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const entry = { '.': './src/index.ts' }
  for (const { fileName, code } of await bundlePackage(source, { ...manifest, dependencies, exports: entry }))
    writeFileSync(join(folder, fileName), code)
  return { folder, module: pathToFileURL(join(folder, 'index.js')).href }
}
