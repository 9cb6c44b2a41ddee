import type { ReporterOptions } from '@svc/client/doctor'
import { nearest } from '@svc/client/doctor'
import { partsOf } from './code-text.ts'

/** Options of a reporter that can be told from the text of a config. */
export interface WrittenOptions {
  options: ReporterOptions
  /** Variables of the environment that options are taken from, by the option's name. */
  variables: Partial<Record<TextOption, string>>
  /** Names of options whose value only running the config could tell. */
  unknown: string[]
  /** True where something is spread into them, or a name is computed. */
  hasUnreadable: boolean
  /** What no reporter reads, with the name that may have been meant. */
  strange: { name: string; meant?: string }[]
  /** Values of a kind that the option does not take. */
  wrong: { name: string; value: string; kind: string }[]
}

type TextOption = (typeof TEXTS)[number]

const TEXTS = ['apiKey', 'url', 'project', 'suite', 'variant', 'leg', 'build', 'job'] as const

/** What each option takes, in words. */
const KINDS: Record<keyof ReporterOptions, string> = {
  apiKey: 'a text',
  url: 'a text',
  project: 'a text',
  suite: 'a text',
  variant: 'a text',
  leg: 'a text',
  build: 'a text',
  job: 'a text',
  tags: 'a list of texts',
  redact: 'a list of texts',
  timeoutMs: 'a number',
  artifacts: 'a text',
  artifactsTimeoutMs: 'a number',
  live: 'true or false',
  record: 'true or false',
  watch: 'true or false',
  enabled: 'true or false',
  quiet: 'true or false',
}

/** Literals that an option gets along with: a number does for a text, and one text for a list of one. */
const TAKEN: Record<string, RegExp> = {
  'a text': /^(?:text|number)$/,
  'a list of texts': /^(?:text|list)$/,
  'a number': /^number$/,
  'true or false': /^boolean$/,
}

const ENTRY = /^(?:(['"])(.+?)\1|([\w$]+))\s*(?::\s*([\s\S]+))?$/

/** Reads `{ project: 'shop', url: process.env.URL }`: what stands there literally, and the names of the rest. */
export const readWrittenOptions = (text: string): WrittenOptions => {
  const read: WrittenOptions = {
    options: {},
    variables: {},
    unknown: [],
    hasUnreadable: false,
    strange: [],
    wrong: [],
  }
  for (const part of partsOf(text)) {
    const [, , quoted, plain, given] = ENTRY.exec(part) ?? []
    const name = quoted ?? plain
    if (name === undefined) overwritten(read)
    else readOne(read, name, given?.replace(/\s+(?:as|satisfies)\s+[\w.]+$/, '').trim())
  }
  return read
}

/** What is spread in may say anything else about all that stands before it. */
const overwritten = (read: WrittenOptions) => {
  read.hasUnreadable = true
  read.unknown.push(...Object.keys(read.options), ...Object.keys(read.variables))
  read.options = {}
  read.variables = {}
}

const readOne = (read: WrittenOptions, name: string, value: string | undefined) => {
  if (!isOption(name)) {
    const meant = nearest(name, Object.keys(KINDS))
    read.strange.push({ name, ...(meant !== undefined && { meant }) })
    return
  }
  const literal = value === undefined ? undefined : kindOf(value)
  if (value !== undefined && literal !== undefined && !TAKEN[KINDS[name]]?.test(literal))
    read.wrong.push({
      name,
      value: name === 'apiKey' ? 'something else' : value.slice(0, 40),
      kind: KINDS[name],
    })
  const variable = /^process\.env\.(\w+)$/.exec(value ?? '')?.[1]
  if (isText(name)) {
    if (value !== undefined && literal === 'text') read.options[name] = value.slice(1, -1)
    else if (value !== undefined && literal === 'number') read.options[name] = value
    else if (variable !== undefined) read.variables[name] = variable
    else if (literal === undefined) read.unknown.push(name)
  }
  if (name === 'enabled' && literal === 'boolean') read.options.enabled = value === 'true'
  if (name === 'timeoutMs' && literal === 'number')
    read.options.timeoutMs = Number(value?.replaceAll('_', ''))
}

const isOption = (name: string): name is keyof ReporterOptions => Object.hasOwn(KINDS, name)
const isText = (name: string): name is TextOption => TEXTS.some((each) => each === name)

/** Undefined for what is no literal, as a call or a name. */
const kindOf = (value: string): string | undefined => {
  if (/^(['"])(?:(?!\1)[^\\\n])*\1$|^`[^`$\\]*`$/.test(value)) return 'text'
  if (/^-?[\d_]+(?:\.\d+)?$/.test(value)) return 'number'
  if (/^(?:true|false)$/.test(value)) return 'boolean'
  return value.startsWith('[') && value.endsWith(']') ? 'list' : undefined
}
