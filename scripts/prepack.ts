/** Builds the package in the current folder from nothing: what `tsc -b` left of deleted files would be packed. */
import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

rmSync('dist', { recursive: true, force: true })
for (const info of globSync('*.tsbuildinfo')) rmSync(info)
execFileSync(process.execPath, [tsc, '-b', '.'], { stdio: 'inherit' })
