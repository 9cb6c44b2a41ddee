import type { ReporterOptions } from '@svc/client/doctor'

/** Options of a reporter that can be told from the text of a config. */
export interface WrittenOptions {
  options: ReporterOptions
  /** Variables of the environment that options are taken from, by the option's name. */
  variables: Partial<Record<TextOption, string>>
  /** Names of options whose value only running the config could tell. */
  unknown: string[]
}

type TextOption = (typeof TEXTS)[number]

const TEXTS = ['apiKey', 'url', 'project', 'suite', 'variant', 'leg', 'build', 'job'] as const

const LITERAL = String.raw`(['"\x60])([^'"\x60$]*)\1(?=\s*[,}\n])`
const VARIABLE = String.raw`process\.env\.(\w+)(?=\s*[,}\n])`

/** Reads `{ project: 'shop', url: process.env.URL }`: what stands there literally, and the names of the rest. */
export const readWrittenOptions = (text: string): WrittenOptions => {
  const options: ReporterOptions = {}
  const variables: WrittenOptions['variables'] = {}
  const unknown: string[] = []
  for (const name of TEXTS) {
    const value = new RegExp(`\\b${name}['"]?\\s*:\\s*(?:${LITERAL}|${VARIABLE})?`).exec(text)
    if (value?.[2] !== undefined) options[name] = value[2]
    else if (value?.[3] !== undefined) variables[name] = value[3]
    else if (value || new RegExp(`[{,]\\s*${name}\\s*[,}]`).test(text)) unknown.push(name)
  }
  const enabled = /\benabled['"]?\s*:\s*(true|false)\b/.exec(text)?.[1]
  if (enabled !== undefined) options.enabled = enabled === 'true'
  const timeout = /\btimeoutMs['"]?\s*:\s*([\d_]+)/.exec(text)?.[1]
  if (timeout !== undefined) options.timeoutMs = Number(timeout.replaceAll('_', ''))
  return { options, variables, unknown }
}
