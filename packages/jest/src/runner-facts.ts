import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The version of the Jest that runs this reporter: beside the script that was started, else
 * resolved from the project.
 */
export const jestVersion = (rootDir: string, script: string | undefined): string | undefined =>
  (script && isJest(script) ? readVersion(script) : undefined) ??
  readVersion(join(rootDir, 'package.json')) ??
  (script ? readVersion(script) : undefined)

const isJest = (script: string) => /[\\/](?:jest(?:-cli)?[\\/]bin|\.bin)[\\/]jest/.test(script)

const readVersion = (from: string): string | undefined => {
  try {
    return createRequire(realpathSync(from))('jest/package.json').version
  } catch {
    return undefined
  }
}

/** Facts that this version of Jest does not report, in sentences; `hasFailed` if tests of the run failed. */
export const whatIsLost = (version: string | undefined, hasFailed: boolean): string[] => {
  const [major = Number.NaN, minor = 0] = (version ?? '').split('.').map(Number)
  const isBefore = (wanted: number) => major < 30 || (major === 30 && minor < wanted)
  return [
    ...(isBefore(0)
      ? [
          `Jest ${version} does not report which tests were expected to fail, so they count as passed. Jest 30 does.`,
        ]
      : []),
    ...(hasFailed && isBefore(5)
      ? [`Jest ${version} does not pass on the causes of errors from its workers. Jest 30.5 does.`]
      : []),
  ]
}
