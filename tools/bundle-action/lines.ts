import { parseSync, Visitor } from 'rolldown/utils'

/**
 * Puts each statement of a module without whitespace on a line of its own, so that a difference, a conflict and a
 * stack trace name a place. A line break before a statement never changes its meaning.
 */
export function inLines(code: string): string {
  const starts: number[] = []
  const add = ({ body }: { body: { start: number }[] }) => void starts.push(...body.map(({ start }) => start))
  new Visitor({ Program: add, BlockStatement: add }).visit(parseSync('module.js', code).program)
  starts.sort((a, b) => a - b)
  return [0, ...starts]
    .map((start, i) => code.slice(start, starts[i]))
    .join('\n')
    .trimStart()
}
