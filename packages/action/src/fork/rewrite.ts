import { createHash } from 'node:crypto'
import { cleanOpen, makeCleaner } from '@svc/client/action'
import { type Code, JOURNAL_VERSION, LIMITS, type Open } from '@svc/protocol'
import { countAt, listAt, parseJson, shaAt, textAt } from '../fields.ts'
import type { ChangedFile, Commit } from '../svc/facts.ts'
import type { Place, PlaceClaim, VerifiedPull } from './trusted-place.ts'

/** Facts about the run from GitHub and from the companion's workflow. */
export interface ForkRun {
  pull: VerifiedPull
  repository: string
  /** Returns a commit of the repository with its parents and its tree; undefined if GitHub does not have it. */
  commitAt(sha: string): Promise<Commit | undefined>
  /** Decides where a journal belongs. */
  placeOf(claim: PlaceClaim): Promise<Place>
  runId: number
  /** The newest attempt. */
  runAttempt: number
  workflow: string
  runUrl: string
  mergeBaseSha?: string
  /** Of the base commit. */
  codeowners?: Open['codeowners']
  /** For the execution; no journal has them. */
  changedFiles?: ChangedFile[]
}

const ENTRIES = new Set(['group', 'attempt', 'error', 'warning', 'end'])
const ROOTS = ['git', 'SVC_ROOT', 'runner'] as const

/**
 * Returns a sanitized journal of a fork: parses and serializes every line again, and keeps only facts that grant no
 * trust. Returns undefined if the file is not a journal.
 */
export const rewriteJournal = async (
  bytes: Buffer,
  run: ForkRun,
  claimedAttempt: number,
  inputs: PlaceClaim['inputs'],
): Promise<{ id: string; place: string; text: string } | undefined> => {
  const lines: string[] = []
  let opened: unknown
  for (const text of bytes.toString().split('\n')) {
    const line = parseJson(text)
    if (!Array.isArray(line)) continue
    const [kind, version, facts] = line
    if (kind === 'open' && version === JOURNAL_VERSION) opened = facts
    const entry = ENTRIES.has(kind) ? writtenAnew(line) : undefined
    if (entry) lines.push(entry)
  }
  const recorded = textAt(opened, 'journal')
  if (!recorded || !/^[0-9a-f-]{36}$/i.test(recorded)) return undefined
  const runAttempt = Math.min(Math.max(1, claimedAttempt), run.runAttempt)
  const id = idOf(`${run.runId}\0${runAttempt}\0${recorded.toLowerCase()}`)
  const cleaner = makeCleaner({ root: '/', relative: (path) => path, secrets: [] })
  const place = await run.placeOf({
    job: textAt(opened, 'part.job') ?? '',
    project: textAt(opened, 'project') ?? '',
    suite: textAt(opened, 'suite') ?? 'default',
    inputs,
  })
  const testedSha = shaAt(opened, 'code.testedSha')
  const isHead = testedSha === undefined || testedSha === run.pull.headSha
  const tested = isHead ? undefined : await run.commitAt(testedSha)
  const code = { ...toCode(run, tested), ...(testedSha === run.pull.headSha && { testedSha }) }
  const open = cleanOpen(toOpen(opened, run, { id, runAttempt, place, code }), cleaner)
  return {
    id,
    place: JSON.stringify([open.project, open.suite]),
    text: `${[JSON.stringify(['open', JOURNAL_VERSION, open]), ...lines].join('\n')}\n`,
  }
}

/** Returns undefined for values that are nested too deeply to serialize, because serializing uses the stack. */
const writtenAnew = (line: unknown): string | undefined => {
  try {
    return JSON.stringify(line)
  } catch {
    return undefined
  }
}

/** Derives the id from run and journal, so that sending is idempotent and ids do not collide. */
const idOf = (text: string): string => {
  const hash = createHash('sha256').update(text).digest().subarray(0, 16)
  hash[6] = 0x80 | ((hash[6] ?? 0) & 0x0f)
  hash[8] = 0x80 | ((hash[8] ?? 0) & 0x3f)
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const toOpen = (
  opened: unknown,
  run: ForkRun,
  { id, runAttempt, place, code }: { id: string; runAttempt: number; place: Place; code: Code },
): Open => {
  const text = (path: string) => textAt(opened, path) ?? ''
  const attempt = countAt(opened, 'attempt')
  const index = countAt(opened, 'part.shard.index')
  const total = countAt(opened, 'part.shard.total')
  const tags = listAt(opened, 'tags').filter((tag) => typeof tag === 'string')
  const root = ROOTS.find((kind) => kind === text('root'))
  return {
    journal: id,
    ...place,
    build: String(run.runId),
    runAttempt,
    ...(attempt && attempt <= LIMITS.attempt && { attempt }),
    part: {
      job: text('part.job'),
      package: text('part.package'),
      config: text('part.config'),
      leg: text('part.leg'),
      ...(index && total && { shard: { index, total } }),
    },
    trust: 'fork',
    code,
    ci: {
      provider: 'GitHub Actions',
      url: run.runUrl,
      event: 'pull_request',
      ...(run.workflow && { workflow: run.workflow }),
    },
    runner: { name: text('runner.name').slice(0, 100) || 'unknown', ...versionAt(opened, 'runner.version') },
    client: {
      name: text('client.name').slice(0, 100) || 'unknown',
      version: text('client.version').slice(0, 50) || '0.0.0',
    },
    root: root ?? 'git',
    environment: toEnvironment(opened),
    ...(tags.length > 0 && { tags }),
    startedAt: countAt(opened, 'startedAt') ?? Date.now(),
    ...(run.codeowners && { codeowners: run.codeowners }),
  }
}

/** Accepts the tested commit only if it is a merge of the head; its parents and its tree are GitHub's. */
const toCode = ({ pull, repository, mergeBaseSha }: ForkRun, tested: Commit | undefined): Code => ({
  headSha: pull.headSha,
  pullRequest: pull.number,
  repository,
  fork: true,
  baseBranch: pull.baseBranch,
  ...(pull.branch && { branch: pull.branch }),
  ...(mergeBaseSha && { mergeBaseSha }),
  ...(tested?.parents.includes(pull.headSha) && {
    testedSha: tested.sha,
    parents: tested.parents.slice(0, 8),
    ...(tested.tree && { tree: tested.tree }),
  }),
})

const versionAt = (opened: unknown, path: string): { version?: string } => {
  const version = textAt(opened, path)?.slice(0, 50)
  return version ? { version } : {}
}

const toEnvironment = (opened: unknown): Record<string, string> => {
  const names = ['os', 'arch', 'node']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = textAt(opened, `environment.${name}`)
      return value ? [[name, value.slice(0, 100)]] : []
    }),
  )
}
