import type { Diagnosis } from '../doctor/diagnose.ts'
import type { Finding, FindingState } from '../doctor/finding.ts'
import { oneLine, safeLines, wrap } from '../terminal/text.ts'

/** The style of a report: with signs and colours for a terminal, or plain ASCII. */
export interface Look {
  isPlain: boolean
  /** The cells of a terminal's line, of which at most 80 are used; infinite if the output is piped. */
  cells: number
}

const WIDEST = 80
const LABEL = 10

const SIGNS: Record<FindingState, { plain: string; fancy: string; colour: number }> = {
  ok: { plain: 'ok', fancy: '✓', colour: 32 },
  warning: { plain: '! ', fancy: '!', colour: 33 },
  problem: { plain: 'X ', fancy: '✗', colour: 31 },
}

/** The report: a line for each finding with reason and advice below, and the verdict at the end. */
export const print = ({ version, folder, findings, isReady, verdict }: Diagnosis, look: Look): string => {
  const body = findings.flatMap((finding) => linesOf(finding, look))
  const end = paint(linesIn(verdict, 0, look).join('\n'), isReady ? 32 : 31, look)
  return [`svc doctor ${version} in ${oneLine(folder)}`, '', ...body, '', end, ''].join('\n')
}

/** The lines of one finding. */
export const linesOf = ({ check, state, found, reason, fix, paste = [] }: Finding, look: Look): string[] => {
  const { plain, fancy, colour } = SIGNS[state]
  const sign = look.isPlain ? plain : paint(fancy, colour, look)
  const indent = (look.isPlain ? 3 : 2) + LABEL
  const texts = [found, reason && `Why: ${reason}`, fix && `Fix: ${fix}`]
  const [first, ...rest] = texts.flatMap((text) => (text ? linesIn(text, indent, look) : []))
  return [
    `${sign} ${check.padEnd(LABEL)}${first}`,
    ...rest.map((line) => ' '.repeat(indent) + line),
    ...paste.flatMap(safeLines).map((line) => ' '.repeat(indent + 2) + paint(line, 1, look)),
  ]
}

const linesIn = (text: string, indent: number, { cells }: Look): string[] => {
  const width = Number.isFinite(cells) ? Math.min(WIDEST, cells) : cells
  return wrap(oneLine(text), Math.max(20, width - indent))
}

const paint = (text: string, code: number, { isPlain }: Look) =>
  isPlain ? text : `\u001b[${code}m${text}\u001b[0m`
