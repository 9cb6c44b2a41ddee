import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const workspace = fileURLToPath(new URL('..', import.meta.url))

/** Generated code in the workspace's format; `path` is where it will be. */
export const formatted = (path: string, code: string): string =>
  execFileSync(
    process.execPath,
    [
      'node_modules/@biomejs/biome/bin/biome',
      'format',
      '--files-max-size=4000000',
      `--stdin-file-path=${path}`,
    ],
    { cwd: workspace, input: code, encoding: 'utf8', maxBuffer: 16_000_000 },
  )
