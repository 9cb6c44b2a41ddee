import { join, posix } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from './json.ts'
import { type Package, scriptsOf } from './packages.ts'
import type { Setup } from './setup.ts'

/** Settings that come from a file instead of the environment. */
export interface EnvFile {
  /** Path from the examined folder. */
  file: string
  /** Only names that begin with SVC_, without empty values. */
  values: Record<string, string>
}

const NAMES = ['.env', '.env.local', '.env.test', '.env.test.local', '.env.development', '.env.ci']

/** The .env files in the given folders that contain svc settings. */
export const findEnvFiles = (folders: Package[]): EnvFile[] =>
  folders.flatMap(({ folder, label }) =>
    NAMES.flatMap((name) => {
      const entries = Object.entries(parseEnv(readText(join(folder, name)) ?? ''))
      const values = entries.flatMap(([key, value]) =>
        key.startsWith('SVC_') && value ? [[key, value]] : [],
      )
      return values.length > 0 ? [{ file: posix.join(label, name), values: Object.fromEntries(values) }] : []
    }),
  )

/** What loads a .env file into the environment of a run, in words; undefined if nothing seems to. */
export const envFileLoader = (setups: Setup[], packages: Package[]): string | undefined => {
  const config = setups.flatMap((setup) => setup.configs).find((each) => each.loadsEnvFile)
  if (config) return config.file
  const scripts = packages.flatMap(scriptsOf)
  const script = scripts.find(([, text]) => /--env-file|\bdotenv\b|\benv-cmd\b/.test(text))
  return script && `the script "${script[0]}"`
}
