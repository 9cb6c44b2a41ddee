import { detectCi, findAbove } from '@svc/client/cli'
import { outcomesOf } from '@svc/client/wrapped'
import { type Burned, type BurnedRun, type BurnTest, type FileRun, labelOf, type Subject } from '@svc/prove'
import type { Call } from '../call.ts'
import { type Connection, connect } from '../server/connect.ts'
import { readGroup } from '../server/read-group.ts'
import { say } from '../terminal/messages.ts'
import { cellsOf } from '../terminal/screen.ts'
import { cut, oneLine } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'
import { endBySignals } from './end-by-signals.ts'
import { type OwnRun, readRuns } from './read-runs.ts'
import type { Wish } from './wish.ts'

/** More new tests of one run are not listed: their files run whole anyway. */
const MOST_NEW = 2_000
const MOST_KNOWN_FLAKY = 1_000

/** What a burn-in showed: lines for a person, and how many new or changed tests are newly flaky. */
export interface BurnInReport {
  lines: string[]
  flaky: number
}

/** Repeats the new and changed tests of a command, and says which of them fail and pass on the same code. */
export const burnInTests = async (
  words: string[],
  receipts: string,
  { burnIn: ms, rerunCommand, url, since }: Wish & { burnIn: number; since: number },
  call: Call,
): Promise<BurnInReport> => {
  const nothing = (reason: string): BurnInReport => ({ lines: [oneLine(`no burn-in: ${reason}`)], flaky: 0 })
  const read = await readRuns(receipts)
  if ('doubt' in read) return nothing(read.doubt)
  const root = findAbove(call.folder, '.git')
  if (root === undefined) return nothing('this folder is in no git repository')
  try {
    const connection = await connect(call, url === undefined ? {} : { url })
    const elsewhere = read.runs.find(({ server }) => server !== connection.url)
    if (elsewhere) return nothing(`the results went to ${elsewhere.server}; set SVC_URL to that address`)
    const found = await subjectsOf(connection, read.runs, root, call)
    if ('reason' in found) return nothing(found.reason)
    const { subjects, runs, note } = found
    if (subjects.length === 0) return { lines: [...note, 'no burn-in: no test is new or changed'], flaky: 0 }
    const files = new Set(subjects.map(({ file }) => file)).size
    say(
      call,
      'svc: ',
      `Repeating ${count(subjects.length, 'new or changed test')} of ${count(files, 'file')}, at most ${Math.round(ms / 1_000)} s`,
    )
    const { burnIn, burnLines, sendBurnIn } = await import('@svc/prove')
    const progress = burnProgress(call, ms / 1_000)
    const burned = await burnIn({
      tests: subjects,
      words: rerunCommand === undefined ? words : rerunCommand.split(/\s+/).filter(Boolean),
      folder: call.folder,
      root,
      seconds: ms / 1_000,
      since,
      env: call.env,
      onStop: endBySignals(call),
      tell: progress.tell,
    })
    progress.end()
    if ('reason' in burned) return nothing(burned.reason)
    // First of all: whatever happens now, what was learned is on the server or on the disk.
    const { sent, trouble } = await sendBurnIn(burned, runs, { ...connection, ci: detectCi() })
    if (trouble !== undefined) {
      const { lines } = burnLines(burned, subjects, () => false)
      // In doubt, no gate fails: the server knows which changed tests were flaky before.
      const { flaky } = burnLines(burned, subjects, () => true)
      return { lines: [...note, ...lines.map(oneLine), oneLine(trouble)], flaky }
    }
    const before = await flakyBefore(connection, read.runs, burned.burned)
    const said = burnLines(burned, subjects, before)
    const own = { lines: [...note, ...said.lines.map(oneLine)], flaky: said.flaky }
    if (sent === 0 || said.flaky === 0) return own
    const answer = await askAgain(connection, read.runs)
    return { lines: [...own.lines, ...answer.lines], flaky: answer.flaky ?? own.flaky }
  } catch (error) {
    // The command has ended: whatever went wrong here, its exit code and the judgement stay.
    return nothing(error instanceof Error ? error.message : String(error))
  }
}

/** The tests that ran, and are new on the server or in a file that differs from the base, with the runs that they are of. */
const subjectsOf = async (
  connection: Connection,
  all: OwnRun[],
  root: string,
  call: Call,
): Promise<{ subjects: Subject[]; runs: BurnedRun[]; note: string[] } | { reason: string }> => {
  const { changedFiles } = await import('@svc/prove')
  const subjects = new Map<string, Subject>()
  const runs: BurnedRun[] = []
  const note: string[] = []
  let hasBase = false
  for (const { execution, journal } of all) {
    const compared = await readGroup(connection, {
      base: 'auto',
      head: execution,
      group: 'newTests',
      most: MOST_NEW,
    })
    if (!compared.base) continue
    hasBase = true
    const { testedSha } = compared.base
    const changed = testedSha ? await changedFiles(root, testedSha, call.env) : undefined
    if (!changed)
      note.push('only tests that are new on the server are repeated: git cannot compare with the base')
    const isNew = new Set(compared.newTests.map(nameOf))
    const { tests, code } = await outcomesOf([journal])
    const legs = new Map<string, string>()
    for (const test of tests) {
      if (test.result === 'skipped') continue
      const { file, titles, variant, occurrence, leg } = test
      const name = nameOf(test)
      if (!isNew.has(name) && !changed?.has(file)) continue
      legs.set(name, leg)
      const own = { file, titles, variant, ...(occurrence !== undefined && { occurrence }) }
      subjects.set(name, { ...own, isNew: isNew.has(name) })
    }
    runs.push({ execution, code, legOf: (test) => legs.get(nameOf(test)) })
  }
  return hasBase
    ? { subjects: [...subjects.values()], runs, note: [...new Set(note)] }
    : { reason: 'there is no run to compare with, so no test is known to be new' }
}

const nameOf = ({ file, titles, variant, occurrence = 0 }: BurnTest): string =>
  JSON.stringify([file, variant, titles, occurrence])

/** What the server says with the trials. `flaky` is absent if it is older, or cannot say. */
const askAgain = async (
  { ask }: Connection,
  runs: OwnRun[],
): Promise<{ lines: string[]; flaky?: number }> => {
  const lines: string[] = []
  let flaky = 0
  for (const { execution, url } of runs) {
    const { data } = await ask((client) => client.getReport({ id: execution, base: 'auto' }))
    const { flakyInBurnIn }: { flakyInBurnIn?: number } = data.totals
    if (flakyInBurnIn === undefined) return { lines }
    flaky += flakyInBurnIn
    if (flakyInBurnIn > 0) lines.push(oneLine(`${data.headline} → ${url}`))
  }
  return { lines, flaky }
}

/** Names of tests that the server knew to be flaky; asked only if one of a file of before is flaky now. */
const flakyBefore = async (
  connection: Connection,
  runs: OwnRun[],
  burned: Burned[],
): Promise<(test: BurnTest) => boolean> => {
  if (burned.every(({ finding }) => finding !== 'flaky')) return () => false
  const names = new Set<string>()
  for (const { execution } of runs) {
    const { data } = await connection.ask((client) => client.getExecution({ id: execution, limit: 1 }))
    await connection.ask(async (client) => {
      for await (const test of client.all('listFlakyTests', { project: data.project, limit: 200 })) {
        names.add(nameOf(test))
        if (names.size >= MOST_KNOWN_FLAKY) break
      }
    })
  }
  return (test) => names.has(nameOf(test))
}

/** Shows how a burn-in goes: on a terminal in one line that changes, else a line for each test that disagrees. */
const burnProgress = (call: Call, seconds: number) => {
  const isShown = call.stderr.isTTY === true
  const startedAt = performance.now()
  const known = new Set<string>()
  let runs = 0
  const clear = () => {
    if (isShown) call.stderr.write('\r\u001b[K')
  }
  return {
    tell(burned: Burned[], run: FileRun): void {
      runs += 1
      clear()
      for (const { test, finding, counts, reason } of burned) {
        const label = labelOf(test)
        const said =
          finding === 'flaky'
            ? `failed ${counts.failed} of ${counts.failed + counts.passed}: ${label}`
            : reason !== undefined
              ? `cannot be repeated, because ${reason}: ${label}`
              : undefined
        if (said === undefined || known.has(label)) continue
        known.add(label)
        say(call, 'svc:   ', oneLine(said))
      }
      if (!isShown) return
      const left = Math.max(0, Math.round(seconds - (performance.now() - startedAt) / 1_000))
      const file = burned[0]?.test.file ?? ''
      const line = `svc:   ${count(runs, 'run')}, ${left} s left, ${run.seconds.toFixed(1)} s for ${oneLine(file)}`
      call.stderr.write(cut(line, cellsOf(call.stderr)))
    },
    end: clear,
  }
}
