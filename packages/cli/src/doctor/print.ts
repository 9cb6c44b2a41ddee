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
  warning: { plain: '!', fancy: '!', colour: 33 },
  problem: { plain: 'X', fancy: '✗', colour: 31 },
}

/** The report: a line for each finding, below it why and what to do, and at the end the verdict. */
export const print = (diagnosis: Diagnosis, look: Look): string => {
  const { version, folder, findings, isReady, verdict } = diagnosis
  const head = `svc doctor ${version} in ${harmless(folder)}`
  const body = findings.map((finding) => printFinding(finding, look)).join('')
  const end = paint(wrap(verdict, 0, look).join('\n'), isReady ? 32 : 31, look)
  return `${head}\n\n${body}\n${end}\n`
}

const printFinding = ({ check, state, found, reason, fix, paste = [] }: Finding, look: Look): string => {
  const { plain, fancy, colour } = SIGNS[state]
  const sign = look.isPlain ? plain.padEnd(2) : paint(fancy, colour, look)
  const margin = look.isPlain ? 3 : 2
  const indent = margin + LABEL
  const [first = '', ...rest] = wrap(found, indent, look)
  const lines = [
    `${sign} ${check.padEnd(LABEL)}${first}`,
    ...[
      ...rest,
      ...(reason ? wrap(`Why: ${reason}`, indent, look) : []),
      ...(fix ? wrap(`Fix: ${fix}`, indent, look) : []),
    ].map((line) => ' '.repeat(indent) + line),
    ...paste.map((line) => ' '.repeat(indent + 2) + paint(harmless(line), 1, look)),
  ]
  return `${lines.join('\n')}\n`
}

/** Breaks between words; what is to be copied, as a path or an address, is never broken. */
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

/** Text of configs, git and servers does nothing to a terminal. */
const harmless = (text: string) =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

const paint = (text: string, code: number, { isPlain }: Look) =>
  isPlain ? text : `\u001b[${code}m${text}\u001b[0m`
