import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openJournal } from '../../packages/client/src/journal.ts'
import type { JournalLine } from '../../packages/protocol/src/index.ts'
import { paired, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'

const TESTS = 10_000
const ROUNDS = 15
const GOAL_US = 10

/** The journal alone, its JSON included, beside bare writes of the same lines. */
export const benchJournal = async (): Promise<Verdict[]> => {
  heading(`Journal, ${TESTS.toLocaleString('en-US')} passing tests`)
  const parent = fileURLToPath(new URL('../../.test', import.meta.url))
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'journal-'))
  const lines = Array.from(
    { length: TESTS },
    (_, test): JournalLine => [
      'attempt',
      Math.floor(test / 20),
      `takes case ${test % 100} and answers as documented`,
      'passed',
      test,
      0.3,
    ],
  )
  const texts = lines.map((line) => `${JSON.stringify(line)}\n`)
  try {
    const first = { ours: writeJournal(folder, 'first', lines), limit: writeRaw(folder, 'first', texts) }
    const pairs = await paired(
      ROUNDS,
      async (round) => writeJournal(folder, `ours-${round}`, lines),
      async (round) => writeRaw(folder, `raw-${round}`, texts),
    )
    const ours = sampleOf(pairs.map((pair) => pair.ours))
    const raw = sampleOf(pairs.map((pair) => pair.limit))
    const ratio = sampleOf(pairs.map((pair) => pair.ours / pair.limit))
    table(
      ['a test', 'ours', 'fs.writeSync of the same lines', 'ratio'],
      [
        [
          'first in the process',
          spread(sampleOf([first.ours]), 'µs'),
          spread(sampleOf([first.limit]), 'µs'),
          spread(sampleOf([first.ours / first.limit]), '×'),
        ],
        [`${ROUNDS} rounds, warm`, spread(ours, 'µs'), spread(raw, 'µs'), spread(ratio, '×')],
      ],
    )
    return [
      {
        area: 'Journal alone',
        goal: `≤ ${GOAL_US} µs a test`,
        measured: `${spread(ours, 'µs')}, ${spread(ratio, '×')} bare writes`,
        isMet: ours.median <= GOAL_US,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Microseconds a line. */
const writeJournal = (folder: string, id: string, lines: JournalLine[]): number => {
  const journal = openJournal(folder, id)
  const begun = performance.now()
  for (const line of lines) journal.append(JSON.stringify(line))
  const us = ((performance.now() - begun) * 1000) / lines.length
  if (journal.problem) throw new Error(journal.problem.reason)
  journal.close()
  journal.release()
  return us
}

const writeRaw = (folder: string, id: string, texts: string[]): number => {
  const file = openSync(join(folder, id), 'ax', 0o600)
  const begun = performance.now()
  for (const text of texts) writeSync(file, text)
  const us = ((performance.now() - begun) * 1000) / texts.length
  closeSync(file)
  return us
}
