import { stripVTControlCharacters } from 'node:util'
import type { Diagnosis } from './diagnose.ts'
import type { Finding, FindingState } from './finding.ts'

/** How a report looks: with signs and colours for a terminal, or plain ASCII. */
export interface Look {
  isPlain: boolean
  /** Cells of a line of a terminal, of which 80 are used at most; infinite if the output is piped. */
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
  const end = paint(wrap(verdict, 0, look).join('\n'), isReady ? 32 : 31, look)
  return [`svc doctor ${version} in ${harmless(folder)}`, '', ...body, '', end, ''].join('\n')
}

/** The lines of one finding. */
export const linesOf = ({ check, state, found, reason, fix, paste = [] }: Finding, look: Look): string[] => {
  const { plain, fancy, colour } = SIGNS[state]
  const sign = look.isPlain ? plain : paint(fancy, colour, look)
  const indent = (look.isPlain ? 3 : 2) + LABEL
  const [first = '', ...rest] = [
    ...wrap(found, indent, look),
    ...(reason ? wrap(`Why: ${reason}`, indent, look) : []),
    ...(fix ? wrap(`Fix: ${fix}`, indent, look) : []),
  ]
  return [
    `${sign} ${check.padEnd(LABEL)}${first}`,
    ...rest.map((line) => ' '.repeat(indent) + line),
    ...paste.map((line) => ' '.repeat(indent + 2) + paint(harmless(line), 1, look)),
  ]
}

/** Breaks between words; never breaks a path or an address, so that it can be copied. */
const wrap = (text: string, indent: number, { cells }: Look): string[] => {
  const lines: string[] = []
  const room = cells === Number.POSITIVE_INFINITY ? cells : Math.max(20, Math.min(WIDEST, cells) - indent)
  for (const word of harmless(text).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Text of configs, git and servers without what a terminal acts on. */
const harmless = (text: string) =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

const paint = (text: string, code: number, { isPlain }: Look) =>
  isPlain ? text : `\u001b[${code}m${text}\u001b[0m`
