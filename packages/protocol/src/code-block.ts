import { visible } from './visible.ts'

/** Lines of text as a code block that they cannot close. */
export function codeBlock(
  text: string,
  { language = 'text', mostLines = 12, mostLength = 1_500 } = {},
): string {
  const clean = visible(text.replace(/\r\n?/g, '\n'))
  const lines = clean
    .slice(0, mostLength)
    .replace(/[\ud800-\udbff]$/, '')
    .split('\n')
    .slice(0, mostLines)
  const shown = lines.join('\n')
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${shown}${shown.length < clean.length ? '\n…' : ''}\n${fence}`
}
