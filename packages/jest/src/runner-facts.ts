import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Version of the Jest that runs us: beside the script that was started, else seen from the project. */
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

/** What this version of Jest does not tell its reporters; undefined where it tells all that is recorded. */
export const whatIsLost = (version: string | undefined): string | undefined => {
  const major = Number(/^\d+/.exec(version ?? '')?.[0] ?? Number.NaN)
  if (!(major < 30)) return undefined
  return `Jest ${version} does not tell which tests were expected to fail (those that did are plain passes here), nor, from workers, the causes of errors. Jest 30 does.`
}
