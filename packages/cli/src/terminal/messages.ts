import { inOwnCommands } from '@svc/client/svc-command'
import type { Call } from '../call.ts'
import { GLUE } from './glue.ts'
import { cellsOf, type Screen, screenOf } from './screen.ts'
import { toJson } from './to-json.ts'
import { hanging, safeLines } from './width.ts'

/** Text to copy: an svc command with its arguments, or an export of a variable. */
const COPIED =
  /(?:(?:npx --no|pnpm exec|bun run|yarn) svc|npx -y \S+) (?:help )?(?:(?:keys|docs|agent|api) )?[a-zA-Z]+(?: (?:--?[a-z][\w-]*(?:[ =](?:'[^']{0,1000}'|<[^<>]{1,100}>|[^\s;,'-][^\s;,']*))?|'[^']{0,1000}'|<[^<>]{1,100}>|auto [^\s;,]+|[^\s;,]*[/.\d][^\s;,]*))*|export \S+/g

/** Returns the text with commands that do not wrap. */
export const glued = (text: string): string =>
  text.replace(COPIED, (command) => command.replaceAll(' ', GLUE))

/** Writes a message with the prefix `first` to standard error, wrapped for a terminal and unbroken if piped. */
export const say = (
  { stderr, folder }: Pick<Call, 'stderr' | 'folder'>,
  first: string,
  text: string,
): void => {
  const cells = cellsOf(stderr)
  const lines = safeLines(inOwnCommands(text, folder)).flatMap((line, index) =>
    hanging(index === 0 ? first : '', glued(line), cells),
  )
  stderr.write(lines.map((line) => `${line.replaceAll(GLUE, ' ').trimEnd()}\n`).join(''))
}

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
