import { inOwnCommands } from '@svc/client/svc-command'
import type { Call } from '../call.ts'
import { GLUE } from './glue.ts'
import { cellsOf } from './screen.ts'
import { hanging, safeLines } from './text.ts'

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
