import { join } from 'node:path'
import { readText } from './json.ts'
import { type Package, scriptsOf } from './packages.ts'
import type { Setup } from './setup.ts'

/** Settings that stand in a file instead of the environment. */
export interface EnvFile {
  /** As the person in the looked-at folder would write it. */
  file: string
  /** Only those that begin with SVC_, empty ones left out. */
  values: Record<string, string>
}

const NAMES = ['.env', '.env.local', '.env.test', '.env.test.local', '.env.development', '.env.ci']

/** The .env files of the given folders that hold settings of ours. */
export const findEnvFiles = (folders: { folder: string; label: string }[]): EnvFile[] =>
  folders.flatMap(({ folder, label }) =>
    NAMES.flatMap((name) => {
      const values = readValues(readText(join(folder, name)) ?? '')
      return Object.keys(values).length > 0 ? [{ file: label ? `${label}/${name}` : name, values }] : []
    }),
  )

const readValues = (text: string): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const [, name = '', raw = ''] of text.matchAll(/^[ \t]*(?:export[ \t]+)?(SVC_\w+)[ \t]*=(.*)$/gm)) {
    const quoted = /^\s*(['"])(.*)\1/.exec(raw)
    const value = quoted ? quoted[2] : raw.replace(/\s#.*$/, '').trim()
    if (value) values[name] = value
  }
  return values
}

/** What brings a .env file into the environment of a run, in words; undefined where nothing is seen to. */
export const envFileLoader = (setups: Setup[], packages: Package[]): string | undefined => {
  const config = setups.flatMap((setup) => setup.configs).find((each) => each.loadsEnvFile)
  if (config) return config.file
  const script = packages
    .flatMap(scriptsOf)
    .find(([, text]) => /--env-file|\bdotenv\b|\benv-cmd\b/.test(text))
  return script && `the script "${script[0]}"`
}
