import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readText } from './json.ts'

/** What the text of a config, and of the files it takes from, tells about a reporter. */
export interface ConfigText {
  /** `comment`: only where it has no effect. `unsure`: not here, but a package it takes from may name it. */
  reporter: 'named' | 'comment' | 'unsure' | 'absent'
  /** True where the option for reporters is there already. */
  hasOption: boolean
  /** True where it reads a .env file into the environment. */
  loadsEnvFile: boolean
  /** Text of the object given to the reporter, where it stands there as it is. */
  options?: string
}

const MOST_FILES = 20
const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

/** Reads a config and the files it takes from by relative paths; runs none of them. */
export const readConfigText = (text: string, path: string, reporter: string, option: string): ConfigText => {
  const texts = withImports(text, path)
  const plain = texts.map(withoutComments)
  const name = new RegExp(`(['"\`])${reporter}\\1`)
  const options = plain.map((each) => optionsIn(each, reporter)).find((each) => each !== undefined)
  const isNamed = plain.some((each) => name.test(each))
  const reporterState = isNamed
    ? 'named'
    : texts.some((each) => each.includes(reporter))
      ? 'comment'
      : plain.some(takesFromPackage)
        ? 'unsure'
        : 'absent'
  return {
    reporter: reporterState,
    hasOption: new RegExp(`\\b${option}['"]?\\s*:`).test(plain[0] ?? ''),
    loadsEnvFile: plain.some((each) => /['"]dotenv(?:\/|['"-])|\bloadEnvFile\b/.test(each)),
    ...(options !== undefined && { options }),
  }
}

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

/** Comments that take whole lines, or stand between marks; what follows code on its line is left. */
const withoutComments = (text: string): string =>
  text.replace(/(^|\s)\/\*[\s\S]*?\*\//g, '$1').replace(/^\s*\/\/.*$/gm, '')

/** A preset, or something spread or merged that comes from a package of the user's own. */
const takesFromPackage = (text: string): boolean => {
  if (/\bpreset['"]?\s*:\s*['"][^.'"]/.test(text)) return true
  if (!/\bmergeConfig\b|\.\.\.\s*\w/.test(text)) return false
  const sources = [...text.matchAll(/(?:\bfrom|\brequire\()\s*['"]([^.'"][^'"]*)['"]/g)]
  return sources.some(([, name = '']) => !KNOWN_SOURCES.test(name))
}

const KNOWN_SOURCES =
  /^(?:node:|vitest|vite$|vite\/|@vitejs\/|@playwright\/|jest|@jest\/|ts-jest|dotenv|path$|fs$|os$|url$)/

/** The object behind the name, up to the brace that closes it. */
const optionsIn = (text: string, reporter: string): string | undefined => {
  const start = new RegExp(`(['"\`])${reporter}\\1\\s*,\\s*(?=\\{)`).exec(text)
  if (!start) return undefined
  const rest = text.slice(start.index + start[0].length)
  let depth = 0
  for (let i = 0; i < rest.length; i += 1) {
    if (rest[i] === '{') depth += 1
    if (rest[i] === '}') depth -= 1
    if (depth === 0) return rest.slice(0, i + 1)
  }
  return undefined
}
