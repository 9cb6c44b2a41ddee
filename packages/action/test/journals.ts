import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Code, JournalLine, Open } from '@svc/protocol'
import type { WorkflowEvent } from './events.ts'
import { isObject, type Json } from './github/schemas.ts'
import { repositoryNameOf } from './github/shapes.ts'
import type { JobContext } from './run-action.ts'

// Journals as the reporters leave them, made at once: what a runner writes itself is proven with real runners.

/** How each test ended, by its title. */
type Results = Record<string, 'passed' | 'failed' | 'flaky' | 'skipped'>

export interface JournalOptions {
  file?: string
  results?: Results
  /** What failing tests say. */
  message?: string
  shard?: { index: number; total: number }
  leg?: string
  project?: string
  suite?: string
  /** False for one whose runner was killed. */
  isEnded?: boolean
  open?: Partial<Open>
}

/** Lines of a journal that a reporter recorded in this job. */
export const linesOf = (job: JobContext, options: JournalOptions = {}): JournalLine[] => {
  const { file = 'pay.test.js', results = { pays: 'passed' }, message = 'expected 1 to be 2' } = options
  const { shard, leg = 'linux', project = 'shop', suite = 'default', isEnded = true } = options
  const failure = { errors: [{ name: 'AssertionError', message, stack: `at ${file}:3:5` }] }
  const open: Open = {
    journal: randomUUID(),
    project,
    suite,
    build: String(job.run.id),
    runAttempt: job.run.attempt,
    part: { job: job.job, package: '', config: 'vitest.config.mjs', leg, ...(shard && { shard }) },
    trust: 'ci',
    code: codeOf(job),
    ci: { provider: 'GitHub Actions', event: job.event.name, workflow: 'Tests' },
    runner: { name: 'vitest', version: '5.1.1' },
    client: { name: '@svc/vitest', version: '0.1.0' },
    root: 'git',
    startedAt: Date.now(),
    ...options.open,
  }
  const attempts = Object.entries(results).flatMap(([title, status], i): JournalLine[] => {
    if (status === 'flaky')
      return [
        ['attempt', 0, title, 'failed', i * 10, 5, failure],
        ['attempt', 0, title, 'passed', i * 10 + 5, 5],
      ]
    return [
      ['attempt', 0, title, status, i * 10, 5, ...(status === 'failed' ? [failure] : [])] as JournalLine,
    ]
  })
  const hasFailed = Object.values(results).includes('failed')
  const end: JournalLine = ['end', { status: hasFailed ? 'failed' : 'passed', durationMs: 100 }]
  return [['open', 1, open], ['group', 0, { file, titles: ['shop'] }], ...attempts, ...(isEnded ? [end] : [])]
}

export const textOf = (lines: unknown[]): string =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`

/** Writes a journal where the action looks for it; gives its path. */
export const keepJournal = (job: JobContext, options: JournalOptions = {}): string => {
  const lines = linesOf(job, options)
  const [[, , open]] = lines as [[string, number, Open]]
  const folder = join(job.workspace, '.svc', 'journal')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${open.journal}.ndjson`)
  writeFileSync(path, textOf(lines))
  return path
}

/** What a reporter knows of the code in a shallow clone. */
const codeOf = ({ event, repository }: JobContext): Code => {
  const pull = objectAt(event, 'pull_request')
  const group = objectAt(event, 'merge_group')
  const head = pull && isObject(pull.head) ? pull.head : undefined
  const headSha = head?.sha ?? group?.head_sha
  const headName = head && isObject(head.repo) ? head.repo.full_name : null
  const branch = event.headRef || event.ref.replace(/^refs\/heads\//, '')
  const baseBranch = event.baseRef || String(group?.base_ref ?? '').replace('refs/heads/', '')
  return {
    testedSha: event.sha,
    repository: repositoryNameOf(repository),
    defaultBranch: repository.defaultBranch,
    branch,
    ...(typeof headSha === 'string' && { headSha }),
    ...(baseBranch && { baseBranch }),
    ...(typeof pull?.number === 'number' && {
      pullRequest: pull.number,
      fork: headName !== repositoryNameOf(repository),
    }),
  }
}

const objectAt = ({ payload }: WorkflowEvent, name: string): Record<string, Json> | undefined => {
  const value = payload[name]
  return isObject(value) ? value : undefined
}

const made: string[] = []

/** An empty folder until `removeFolders`. */
export const makeFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-action-')))
  made.push(folder)
  return folder
}

export const removeFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}
