import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { withoutComments } from './code-text.ts'
import { readText } from './json.ts'
import { lookAround } from './named-where.ts'
import { findOptions } from './options-text.ts'

/** What the text of a config, and of the files it takes from, tells about a reporter. */
export interface ConfigText {
  /** `comment`: only where it has no effect. `unsure`: not here, but a package it takes from may name it. */
  reporter: 'named' | 'comment' | 'unsure' | 'absent'
  /** A name of ours that is not this reporter's, where the right one is not there. */
  otherName?: string
  /** True where the reporter is named only for runs that meet a condition. */
  isConditional: boolean
  /** True where the config runs projects. */
  hasProjects: boolean
  /** True where the reporter is named only inside the projects, which runners do not ask. */
  isInProjects: boolean
  /** True where the option for reporters is there already. */
  hasOption: boolean
  /** True where it reads a .env file into the environment. */
  loadsEnvFile: boolean
  /** Text of the object given to the reporter, where it stands there as it is. */
  options?: string
  /** True where there are options that only running the config could tell. */
  hasUnreadable: boolean
}

const MOST_FILES = 20
const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

/** Reads a config and the files it takes from by relative paths; runs none of them. */
export const readConfigText = (text: string, path: string, reporter: string, option: string): ConfigText => {
  const texts = withImports(text, path)
  const plain = texts.map((each) => withoutComments(each).replace(TYPE_IMPORT, ''))
  const options = plain.map((each) => findOptions(each, reporter)).find((each) => each !== undefined)
  const places = plain.map((each) => placesOf(each, reporter))
  const isNamed = places.some((each) => each.length > 0)
  const otherName = isNamed ? undefined : otherNameIn(plain)
  const whole = new RegExp(`${reporter}(?![\\w-])`)
  const reporterState = isNamed
    ? 'named'
    : texts.some((each, i) => whole.test(each) && !whole.test(plain[i] ?? ''))
      ? 'comment'
      : plain.some(takesFromPackage)
        ? 'unsure'
        : 'absent'
  const around = plain.flatMap((each, i) => (places[i]?.length ? [lookAround(each, places[i])] : []))
  return {
    reporter: reporterState,
    isConditional: around.length > 0 && around.every((each) => each.isConditional),
    isInProjects: around.length > 0 && around.every((each) => each.isInProjects),
    hasProjects: /\b(?:projects|workspace)['"]?\s*:/.test(plain[0] ?? ''),
    hasOption: new RegExp(`\\b${option}['"]?\\s*:`).test(plain[0] ?? ''),
    loadsEnvFile: plain.some((each) => /['"]dotenv(?:\/|['"-])|\bloadEnvFile\b/.test(each)),
    hasUnreadable: options === 'unreadable',
    ...(otherName !== undefined && { otherName }),
    ...(options !== undefined && options !== 'unreadable' && { options: options.text }),
  }
}

/** A type is gone when the config runs. */
const TYPE_IMPORT = /\bimport\s+type\s[^'"]*?from\s*(['"])[^'"]*\1/g

/** Where the reporter's name stands, or, where it is imported, where the import is used. */
const placesOf = (text: string, reporter: string): number[] => {
  const named = [...text.matchAll(new RegExp(`(['"\`])${reporter}\\1`, 'g'))]
  return named.flatMap(({ index }) => {
    const clause = /\bimport\s+([\w$]+)[^'";]*from\s*$/.exec(text.slice(0, index))?.[1]
    if (clause === undefined) return [index]
    const uses = [...text.matchAll(new RegExp(`\\bnew\\s+${clause.replaceAll('$', '\\$')}\\b`, 'g'))]
    return uses.length > 0 ? uses.map((use) => use.index) : [index]
  })
}

/** `'@svc/vitests'`, or the reporter of another runner. */
const otherNameIn = (texts: string[]): string | undefined =>
  texts
    .flatMap((text) => [...text.matchAll(/(['"`])(@(?:svc|scv|vsc)\/[\w-]+)\1/g)])
    .map(([, , name]) => name)[0]

const withImports = (text: string, path: string): string[] => {
  const texts = [text]
  const seen = new Set([path])
  const open: [text: string, path: string][] = [[text, path]]
  for (let next = open.shift(); next && texts.length < MOST_FILES; next = open.shift()) {
    for (const [, , name = ''] of withoutComments(next[0]).matchAll(RELATIVE)) {
      const file = fileOf(resolve(dirname(next[1]), name))
      const read = file !== undefined && !seen.has(file) ? readText(file) : undefined
      if (file === undefined || read === undefined) continue
      seen.add(file)
      texts.push(read)
      open.push([read, file])
    }
  }
  return texts
}

/** `from './base'`, `require('../jest.base')`, `import('./x')`, `preset: './base'`. */
const RELATIVE = /(?:\bfrom|\brequire\(|\bimport\(?|\bpreset['"]?\s*:)\s*(['"])(\.{1,2}\/[^'"]+)\1/g

const fileOf = (path: string): string | undefined =>
  [
    path.replace(/\.js$/, '.ts'),
    ...ENDINGS.map((ending) => path + ending),
    join(path, 'jest-preset.js'),
  ].find((each) => existsSync(each) && statSync(each).isFile())

/** A preset, or something spread or merged that comes from a package of the user's own. */
const takesFromPackage = (text: string): boolean => {
  if (/\bpreset['"]?\s*:\s*['"][^.'"]/.test(text)) return true
  if (!/\bmergeConfig\b|\.\.\.\s*\w/.test(text)) return false
  const sources = [...text.matchAll(/(?:\bfrom|\brequire\()\s*['"]([^.'"][^'"]*)['"]/g)]
  return sources.some(([, name = '']) => !KNOWN_SOURCES.test(name))
}

const KNOWN_SOURCES =
  /^(?:node:|vitest|vite$|vite\/|@vitejs\/|@playwright\/|jest|@jest\/|ts-jest|dotenv|path$|fs$|os$|url$)/
