import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { workspace } from '@svc/test-kit/versions'

/** The files of our packages as an install has them: JavaScript below node_modules, where no runner compiles them. */
export const installedFiles = (): Record<string, string> => {
  const files: Record<string, string> = {}
  for (const name of ['protocol', 'client', 'playwright']) {
    const to = `node_modules/@svc/${name}`
    const manifest = { name: `@svc/${name}`, version: '0.0.0', type: 'module', exports: './src/index.js' }
    files[`${to}/package.json`] = JSON.stringify(manifest)
    const from = join(workspace, 'packages', name, 'src')
    for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
      const source = stripTypeScriptTypes(readFileSync(join(from, file), 'utf8'))
      files[`${to}/src/${file.replace(/ts$/, 'js')}`] = source.replaceAll(
        /(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g,
        '$1.js$2',
      )
    }
  }
  return files
}
