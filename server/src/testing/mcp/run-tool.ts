import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command of an installed package, and waits for its end. */
export function runTool(name: string, command: string, args: string[]): Promise<Outcome> {
  const manifest = manifestOf(name)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> }
  const entry = join(dirname(manifest), bin[command] ?? '')
  return new Promise((done) => {
    execFile(
      process.execPath,
      [entry, ...args],
      { maxBuffer: 32 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        done({ code, stdout, stderr })
      },
    )
  })
}

const manifestOf = (name: string) => join(import.meta.dirname, '../../../node_modules', name, 'package.json')
