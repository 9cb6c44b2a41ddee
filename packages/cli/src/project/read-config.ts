import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readText } from './json.ts'
import { readOptions, type WrittenOptions } from './read-options.ts'

/** What the text of a config, and of the files that it imports, reveals about a reporter. */
export interface ConfigText {
  /**
   * `projects` and `comment`: named only there, without effect. `unsure`: a package that the config
   * uses may name it.
   */
  reporter: 'named' | 'projects' | 'comment' | 'unsure' | 'absent'
  /** Another name that looks like one of our reporters. */
  otherName?: string
  /** True if only runs in a certain environment use the reporter. */
  isConditional: boolean
  hasProjects: boolean
  /** True if the config sets the option for reporters. */
  hasOption: boolean
  /** True if the config loads a .env file into the environment. */
  loadsEnvFile: boolean
  written: WrittenOptions
}

/** Reads a config and the files it imports by relative paths; runs none of them. */
export const readConfig = (text: string, path: string, reporter: string, option: string): ConfigText => {
  const texts = withImports(text, path)
  const codes = texts.map(toCode)
  const [own = ''] = codes
  const otherName = new RegExp(`(['"\`])(?!${reporter}\\1)(@(?:svc|scv|vsc)/[\\w-]+)\\1`)
    .exec(codes.join('\n'))
    ?.at(2)
  return {
    reporter: findReporter(texts, codes, reporter),
    isConditional: isConditional(codes.join('\n'), reporter),
    hasProjects: /\b(?:projects|workspace)['"]?\s*:/.test(own),
    hasOption: new RegExp(`\\b${option}['"]?\\s*:`).test(own),
    loadsEnvFile: codes.some((code) => /['"]dotenv(?:\/|['"-])|\bloadEnvFile\b/.test(code)),
    written: readOptions(codes.join('\n'), reporter),
    ...(otherName !== undefined && { otherName }),
  }
}

const findReporter = (texts: string[], codes: string[], reporter: string): ConfigText['reporter'] => {
  const quoted = new RegExp(`(['"\`])${reporter}\\1`)
  const anywhere = new RegExp(`${reporter}(?![\\w-])`)
  if (codes.some((code) => quoted.test(withoutProjects(code)))) return 'named'
  if (codes.some((code) => quoted.test(code))) return 'projects'
  if (texts.some((text) => anywhere.test(text))) return 'comment'
  return codes.some(usesPackage) ? 'unsure' : 'absent'
}

/** `process.env.CI ? ['@svc/vitest'] : []`, or the same with `&&`; a second mention may be the other branch. */
const isConditional = (code: string, reporter: string): boolean =>
  code.split(new RegExp(`['"\`]${reporter}['"\`]`)).length === 2 &&
  new RegExp(`process\\.env\\b[^?:&,;]*(?:\\?|&&)[^?:;\\]]*['"\`]${reporter}['"\`]`).test(code)

/** Comments and quoted texts, in this order: a quote in a comment starts no text. */
const TOKENS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g
const TYPE_IMPORT = /\bimport\s+type\s[^'"]*?from\s*(['"])[^'"]*\1/g

const toCode = (text: string): string =>
  text.replace(TOKENS, (token) => (token.startsWith('/') ? ' ' : token)).replace(TYPE_IMPORT, '')

/** The code without its list of projects, whose reporters no runner calls. */
const withoutProjects = (code: string): string => {
  const start = /\bprojects['"]?\s*:\s*\[/.exec(code)
  if (!start) return code
  let end = start.index + start[0].length
  for (let depth = 1; depth > 0 && end < code.length; end += 1)
    depth += code[end] === '[' ? 1 : code[end] === ']' ? -1 : 0
  return code.slice(0, start.index) + code.slice(end)
}

/** The code of a config and of the files it imports by relative paths, without comments; its own first. */
export const textsOf = (text: string, path: string): string[] => withImports(text, path).map(toCode)

const MOST_FILES = 20
/** `from '../doctor/base'`, `require('../jest.base')`, `import('../doctor/x')`, `preset: './base'`. */
const RELATIVE = /(?:\bfrom|\brequire\(|\bimport\(?|\bpreset['"]?\s*:)\s*(['"])(\.{1,2}\/[^'"]+)\1/g

const withImports = (text: string, path: string): string[] => {
  const files = new Map([[path, text]])
  // A map also visits entries that are added meanwhile.
  for (const [path, each] of files)
    for (const [, , name = ''] of toCode(each).matchAll(RELATIVE)) {
      const file = fileOf(resolve(dirname(path), name))
      const source = file === undefined ? undefined : readText(file)
      if (file !== undefined && source !== undefined && !files.has(file) && files.size < MOST_FILES)
        files.set(file, source)
    }
  return [...files.values()]
}

const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

const fileOf = (path: string): string | undefined =>
  [
    path.replace(/\.js$/, '.ts'),
    ...ENDINGS.map((ending) => path + ending),
    join(path, 'jest-preset.js'),
  ].find((each) => existsSync(each) && statSync(each).isFile())

/** True if a preset, or a part that is merged or spread in, comes from a package of the user's own. */
export const usesPackage = (code: string): boolean => {
  if (/\bpreset['"]?\s*:\s*['"][^.'"]/.test(code)) return true
  if (!/\bmergeConfig\b|\.\.\.\s*\w/.test(code)) return false
  const sources = [...code.matchAll(/(?:\bfrom|\brequire\()\s*['"]([^.'"][^'"]*)['"]/g)]
  return sources.some(([, name = '']) => !KNOWN_SOURCES.test(name))
}

const KNOWN_SOURCES =
  /^(?:node:|vitest|vite$|vite\/|@vitejs\/|@playwright\/|jest|@jest\/|ts-jest|dotenv|path$|fs$|os$|url$)/
