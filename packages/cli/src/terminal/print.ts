import { inOwnCommands } from '@svc/client/svc-command'
import type { Call } from '../call.ts'
import { GLUE } from './glue.ts'
import { type Screen, screenOf } from './screen.ts'
import { toJson } from './to-json.ts'

/** Prints a result: as JSON if `--json` was given, otherwise as text. */
export const print = (call: Call, data: unknown, toText: (screen: Screen) => string): void => {
  call.stdout.write(rendered(call, data, toText))
}

/** The same for a result in our own words: its commands are those of the project's package manager. */
export const printOwn = (call: Call, data: unknown, toText: (screen: Screen) => string): void => {
  call.stdout.write(inOwnCommands(rendered(call, data, toText), call.folder))
}

const rendered = (call: Call, data: unknown, toText: (screen: Screen) => string): string =>
  call.isJson ? `${toJson(data, 2)}\n` : toText(screenOf(call))

/** Joins lines into a text. */
export const text = (lines: string[]): string =>
  lines.map((line) => `${line.replaceAll(GLUE, ' ').trimEnd()}\n`).join('')
