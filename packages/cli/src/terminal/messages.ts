import type { Call } from '../run.ts'
import { GLUE } from './glue.ts'
import { cellsOf } from './screen.ts'
import { safeLines } from './width.ts'
import { hanging } from './wrap.ts'

/** What is to be copied: a command of ours with its arguments, or a variable that is set. */
const COPIED =
  /npx @svc\/cli(?:@\S+)? (?:help )?(?:keys )?[a-z]+(?: (?:--?[a-z][\w-]*(?:[ =](?:'[^']*'|<[^>]+>|[^\s;,'-][^\s;,']*))?|'[^']*'|<[^>]+>|auto [^\s;,]+|[^\s;,]*[/.\d][^\s;,]*))*|export \S+/g

/** A text in which no command is broken into lines. */
export const glued = (text: string): string =>
  text.replace(COPIED, (command) => command.replaceAll(' ', GLUE))

/** Writes a message to standard error, behind `first`, in lines as wide as the terminal; unbroken if piped. */
export const say = ({ stderr }: Pick<Call, 'stderr'>, first: string, text: string): void => {
  const cells = cellsOf(stderr)
  const lines = safeLines(text).flatMap((line, at) => hanging(at === 0 ? first : '', glued(line), cells))
  stderr.write(lines.map((line) => `${line.replaceAll(GLUE, ' ').trimEnd()}\n`).join(''))
}
