import { OPTION_NAMES, type ReporterOptions, unknownOptions } from '@svc/client/cli'

/** What the text of a config reveals about the options of a reporter. */
export interface WrittenOptions {
  options: ReporterOptions
  /** Environment variables that supply options, by the option's name. */
  variables: Record<string, string>
  /** Options whose value is known only when the config runs. */
  unknown: string[]
  /** Names that no reporter reads. */
  misspelt: string[]
}

const none = (): WrittenOptions => ({ options: {}, variables: {}, unknown: [], misspelt: [] })
/** A spread or a call can supply any option. */
const anyOption = (): WrittenOptions => ({ ...none(), unknown: [...OPTION_NAMES] })

const TEXT = String.raw`'[^'\n]*'|"[^"\n]*"|\x60[^\x60]*\x60`
/** An object without nested objects; no option of a reporter takes one. */
const OBJECT = String.raw`\{(?:${TEXT}|[^{}'"\x60])*\}`
/** An object, a name, or the first sign of something else. */
const GIVEN = String.raw`(${OBJECT}|[\w$]+(?=\s*[\],)]|\s+(?:as|satisfies)\b)|[^\s\])])`
const ENTRY = new RegExp(
  String.raw`\s*(['"]?)([\w$]+)\1\s*(?::((?:${TEXT}|\[[^\]]*\]|\([^()]*\)|[^,'"\x60[({])+))?(?:,|$)`,
  'gy',
)

/** Reads the options that code without comments gives to a reporter. */
export const readOptions = (code: string, reporter: string): WrittenOptions => {
  const given = behindName(code, reporter)
  if (given === undefined) return isImported(code, reporter) ? anyOption() : none()
  const object = given.startsWith('{') ? given : objectNamed(given, code)
  if (object === undefined || object.length < 2) return anyOption()
  const body = object.slice(1, -1).trim()
  const entries = [...body.matchAll(ENTRY)]
  const readable = entries.reduce((length, [entry]) => length + entry.length, 0)
  if (readable < body.length) return anyOption()
  const written = none()
  for (const [, , name = '', value = ''] of entries) addEntry(written, name, value)
  return written
}

/** `['@svc/jest', …]` inside a list; the name may be resolved first. */
const behindName = (code: string, reporter: string): string | undefined =>
  new RegExp(String.raw`[[,(=]\s*\[\s*(?:[\w.]+\(\s*)?(['"\x60])${reporter}\1\s*\)?\s*,\s*${GIVEN}`).exec(
    code,
  )?.[2]

/** `new Imported(…)`: the class gets its options in a call. */
const isImported = (code: string, reporter: string): boolean =>
  new RegExp(String.raw`(?:\bfrom|\bimport\(|\brequire\()\s*(['"\x60])${reporter}\1`).test(code)

/** The object that initializes a name; undefined if the code changes it later. */
const objectNamed = (name: string, code: string): string | undefined => {
  if (!/^\w+$/.test(name)) return undefined
  const change = String.raw`\b${name}(?:\.\w+|\[[^\]]*\])\s*=|\bassign\(\s*${name}\b`
  if (new RegExp(change).test(code)) return undefined
  return new RegExp(String.raw`\b(?:const|let|var)\s+${name}\b[^=;\n]*=\s*(${OBJECT})`).exec(code)?.[1]
}

const addEntry = (written: WrittenOptions, name: string, text: string) => {
  const value = text.trim().replace(/\s+(?:as|satisfies)\s+\S+$/, '')
  const variable = /^process\.env\.(\w+)$/.exec(value)?.[1]
  const literal = literalOf(value)
  if (unknownOptions({ [name]: value }).length > 0) written.misspelt.push(name)
  else if (variable !== undefined) written.variables[name] = variable
  else if (literal !== undefined) Object.assign(written.options, { [name]: literal })
  else written.unknown.push(name)
}

const literalOf = (value: string): unknown => {
  if (/^(?:true|false)$/.test(value)) return value === 'true'
  if (/^\d[\d_]*$/.test(value)) return Number(value.replaceAll('_', ''))
  if (/^(['"\x60])[^\\$]*\1$/.test(value)) return value.slice(1, -1)
  const items = /^\[(.*)\]$/s.exec(value)?.[1]?.match(new RegExp(TEXT, 'g'))
  return items?.map((item) => item.slice(1, -1))
}
