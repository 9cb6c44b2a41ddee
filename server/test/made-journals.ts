import { randomUUID } from 'node:crypto'
import type { AttemptDetail, AttemptLine, EntryLine, GroupLine, JournalLine, Open } from '@svc/protocol'
import type { Seeded } from './seeded.ts'

/** A journal made up for a test; `definitions` are its open line and its groups. */
export interface MadeJournal {
  open: Open
  definitions: JournalLine[]
  entries: EntryLine[]
}

const TESTS_A_FILE = 25

/**
 * The journals of one build in the order they may arrive: two shards on two legs, and every other time a
 * second run attempt of the first shard. Retries stand beside the first try or at the end of the run.
 */
export function buildJournals(random: Seeded, number: number, startedAt: number): MadeJournal[] {
  const size = 20 + random.whole(300)
  const made: MadeJournal[] = []
  for (const leg of ['linux', 'windows'])
    for (const index of [1, 2]) {
      const identity = { job: 'test', package: '', config: '', leg, shard: { index, total: 2 } }
      const common = { build: `build-${number}`, part: identity, startedAt }
      made.push(journal(random, { ...common, runAttempt: 1 }, size, 0.1))
      if (index === 1 && number % 2 === 0)
        made.push(journal(random, { ...common, runAttempt: 2 }, size, 0.02))
    }
  return made
}

/** One long run that the real client sends in pieces of its own. */
export const longJournal = (random: Seeded, number: number, startedAt: number, size: number): MadeJournal => {
  const part = { job: 'nightly', package: '', config: '', leg: 'linux' }
  return journal(random, { build: `long-${number}`, part, startedAt, runAttempt: 1 }, size, 0.01)
}

type Given = Pick<Open, 'build' | 'part' | 'startedAt' | 'runAttempt'>

function journal(random: Seeded, given: Given, size: number, badShare: number): MadeJournal {
  const open: Open = {
    journal: randomUUID(),
    project: 'shop',
    suite: 'default',
    trust: 'ci',
    code: { branch: 'main' },
    runner: { name: 'playwright' },
    client: { name: '@svc/test', version: '0.0.0' },
    root: 'git',
    ...given,
  }
  const groups: GroupLine[] = []
  const entries: EntryLine[] = []
  const later: AttemptLine[] = []
  let startMs = 0
  const attempt = (title: string, status: AttemptLine[3], detail?: AttemptDetail): AttemptLine => {
    const times = [startMs++, 1 + random.whole(50)] as const
    const group = groups.length - 1
    return detail
      ? ['attempt', group, title, status, ...times, detail]
      : ['attempt', group, title, status, ...times]
  }
  const failure = () => ({ errors: [{ name: 'Error', message: `wrong ${random.whole(40)}` }] })
  for (let i = 0; i < size; i++) {
    if (i % TESTS_A_FILE === 0) {
      const file = `shard-${given.part.shard?.index ?? 0}/${i / TESTS_A_FILE}.test.ts`
      groups.push(['group', groups.length, { file, titles: ['checkout'] }])
    }
    const title = `pays ${i}`
    // The first of a file always passes: a re-run that skips a whole file would rightly count as a selection.
    if (i % TESTS_A_FILE === 0 || !random.chance(badShare)) {
      entries.push(attempt(title, 'passed'))
      continue
    }
    const kind = random.whole(5)
    const place = random.chance(0.5) ? entries : later
    if (kind === 0) entries.push(attempt(title, 'skipped', { skip: { kind: 'skip', reason: 'not here' } }))
    else if (kind === 1) entries.push(attempt(title, 'failed', failure()))
    else if (kind === 2) {
      entries.push(attempt(title, 'failed', failure()))
      place.push(attempt(title, 'passed'))
    } else if (kind === 3) {
      entries.push(attempt(title, 'timedOut', failure()))
      place.push(attempt(title, 'failed', failure()))
    } else {
      entries.push(attempt(title, 'passed'))
      place.push(attempt(title, random.chance(0.5) ? 'failed' : 'passed', { repeat: 1, ...failure() }))
    }
  }
  entries.push(...later)
  if (random.chance(0.3)) entries.push(['error', { file: 'setup.ts', failure: { message: 'no database' } }])
  entries.push(['end', { status: 'failed', durationMs: startMs }])
  return { open, definitions: [['open', 1, open], ...groups], entries }
}
