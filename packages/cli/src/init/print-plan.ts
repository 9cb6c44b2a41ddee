import type { Paint, Screen } from '../terminal/screen.ts'
import { safeLines } from '../terminal/text.ts'
import type { Applied } from './apply-plan.ts'
import { type DiffLine, diffLines } from './diff.ts'
import type { ByHand, FileChange, Install, Plan } from './plan.ts'

const PAINTS: Record<DiffLine['sign'], Paint | undefined> = {
  '+': 'green',
  '-': 'red',
  '@': 'dim',
  ' ': undefined,
}

/** Returns the lines of a plan: what is ready, the commands to run, and each change as a diff. */
export const planLines = (plan: Plan, screen: Screen): string[] => [
  ...plan.ready.map((each) => `  ready: ${each}`),
  ...plan.installs.flatMap((each) => ['', ...installLines(each, screen)]),
  ...plan.changes.flatMap((each) => ['', ...changeLines(each, screen)]),
]

const installLines = (install: Install, { paint }: Screen): string[] => [
  paint(`install${placeOf(install)}:`, 'bold'),
  `  ${install.command.join(' ')}`,
]

export const placeOf = ({ label }: Pick<Install, 'label'>): string => (label === '' ? '' : ` in ${label}`)

const changeLines = ({ label, before, after }: FileChange, { paint }: Screen): string[] => [
  paint(before === null ? `new file ${label}:` : `change ${label}:`, 'bold'),
  ...diffLines(before ?? '', after)
    .filter(({ sign }) => before !== null || sign !== '@')
    .map((line) => {
      const [text = ''] = safeLines(line.text)
      const shown = line.sign === '@' ? `  ${text}` : `  ${line.sign} ${text}`.trimEnd()
      const color = PAINTS[line.sign]
      return color ? paint(shown, color) : shown
    }),
]

/** Returns the lines that the user must add. */
export const byHandLines = (byHand: ByHand[], { paint }: Screen): string[] =>
  byHand.flatMap(({ why, where, lines }) => [
    '',
    paint(`by hand: ${why}`, 'yellow'),
    `  ${where}:`,
    ...lines.map((line) => `    ${line}`),
  ])

const WORDS: Record<Applied['state'], string> = {
  verified: 'changed, and its runner loads it',
  written: 'written',
  kept: 'changed',
  undone: 'left as it was',
}

/** Returns the line about the outcome for one file. */
export const appliedLine = ({ label, state, why }: Applied): string =>
  `  ${label}: ${WORDS[state]}${why ? `; ${why}` : ''}`
