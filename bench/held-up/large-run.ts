import { gzipSync } from 'node:zlib'
import type { JournalLine, Open } from '@svc/protocol'
import { LIMITS } from '@svc/protocol'
import { openOf } from '../made-run.ts'
import { COMMIT } from './ground.ts'

const TESTS_A_FILE = 40

/** A run of `size` tests in bodies that each continue where the one before ended. */
export interface LargeRun {
  journal: string
  bodies: { from: number; body: Buffer }[]
}

export interface Made {
  project: string
  build: string
  size: number
  /** Beside the commit, which is the same for all. */
  code?: Partial<Open['code']>
  codeowners?: string
  /** What the titles of its tests begin with. */
  title?: string
}

/** One test in ten fails, each with an error of its own. `codeowners` owns each file by a line of its own. */
export function largeRun(run: Made): LargeRun {
  const { size, project, build, code, codeowners, title = 'returns the value for' } = run
  const open = {
    ...openOf({
      project,
      build,
      startedAt: Date.now(),
      code: { branch: 'main', testedSha: COMMIT, tree: 'b'.repeat(40), ...code },
    }),
    ...(codeowners !== undefined && { codeowners: { path: 'CODEOWNERS', text: codeowners } }),
  }
  const first: JournalLine = ['open', 1, open]
  const bodies: LargeRun['bodies'] = []
  for (let from = 0; from < size; from += LIMITS.segmentEntries) {
    const to = Math.min(size, from + LIMITS.segmentEntries)
    const lines: JournalLine[] = [first]
    for (let i = from; i < to; i++) {
      const group = Math.floor(i / TESTS_A_FILE)
      if (i % TESTS_A_FILE === 0 || i === from)
        lines.push([
          'group',
          group,
          { file: `area-${group % 20}/feature-${group}.test.ts`, titles: [`feature ${group}`] },
        ])
      lines.push(attemptOf(build, group, `${title} case ${i}`, i))
    }
    if (to === size) lines.push(['end', { status: 'failed', durationMs: size }])
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    bodies.push({ from, body: gzipSync(text, { level: 1 }) })
  }
  return { journal: open.journal, bodies }
}

function attemptOf(build: string, group: number, title: string, i: number): JournalLine {
  if (i % 10 !== 0) return ['attempt', group, title, 'passed', i, 1]
  const message = `expected ${words(i)} of ${build} to be ${words(i + 1)}`
  const stack = `AssertionError: ${message}\n    at step (/home/ci/work/area/step-${i}.ts:${(i % 90) + 10}:5)`
  return ['attempt', group, title, 'failed', i, 1, { errors: [{ name: 'AssertionError', message, stack }] }]
}

/** Letters, because digits do not distinguish errors. */
const words = (i: number): string =>
  [...i.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
