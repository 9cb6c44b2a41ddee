import { type Code, type Commit, LIMITS, type Open, type PartIdentity } from '@svc/protocol'
import type { Cleaner } from './clean.ts'
import { checksum } from './cut.ts'
import { MASK } from './redact.ts'
import { toSlug } from './remote.ts'

const LARGEST = 2_147_483_647

/**
 * The facts of a part in the form that the server accepts, regardless of CI and settings: no secrets, within limits,
 * and without values that it would reject. Cleaning is idempotent.
 */
export const cleanOpen = (open: Open, cleaner: Cleaner): Open => {
  const short = (text: string) => cleaner.label(text, LIMITS.factBytes)
  const { project: _, ci, environment, machine, tags, codeowners, startedAt, ...rest } = open
  const project = open.project && toProject(open.project)
  return {
    ...rest,
    ...(project && { project }),
    suite: distinct(open.suite, LIMITS.nameBytes, cleaner) || 'default',
    build: distinct(open.build, LIMITS.labelBytes, cleaner),
    runAttempt: isWhole(open.runAttempt, 1, LIMITS.runAttempt) ? open.runAttempt : 1,
    part: cleanPart(open.part, cleaner),
    code: cleanCode(open.code, cleaner),
    ...(ci && {
      ci: {
        provider: cleaner.label(ci.provider, LIMITS.nameBytes) || 'unknown',
        ...cleanAddress('url', ci.url, cleaner),
        ...cleanAddress('jobUrl', ci.jobUrl, cleaner),
        ...(ci.event && { event: short(ci.event) }),
        ...(ci.workflow && { workflow: short(ci.workflow) }),
      },
    }),
    runner: {
      name: cleaner.label(open.runner.name, 100) || 'unknown',
      ...(open.runner.version && { version: short(open.runner.version) }),
    },
    ...(machine && { machine: cleaner.label(machine, LIMITS.nameBytes) }),
    ...(environment && {
      environment: Object.fromEntries(
        Object.entries(environment)
          .slice(0, LIMITS.environment)
          .map(([name, value]) => [short(name), short(value)]),
      ),
    }),
    ...(tags && { tags: cleaner.tags(tags, new Set()) }),
    ...(codeowners && isText(codeowners.text) && { codeowners }),
    startedAt: startedAt >= 0 && startedAt <= Number.MAX_SAFE_INTEGER ? startedAt : Date.now(),
  }
}

/** False for a file of control characters: as JSON it would not fit into a line. */
const isText = (file: string) => Buffer.byteLength(JSON.stringify(file)) <= 2 * LIMITS.codeownersBytes

/** A name that is not a slug is converted to one, like the repository's. */
const toProject = (name: string) => (/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(name) ? name : toSlug(name))

/**
 * Two names that differ only in their masked part stay different, because parts find their
 * execution by these names.
 */
const distinct = (text: string, limit: number, cleaner: Cleaner): string => {
  const clean = cleaner.label(text, limit - 12)
  return clean.includes(MASK) && !text.includes(MASK) ? `${clean}…${checksum(text)}` : clean
}

const cleanPart = (part: PartIdentity, cleaner: Cleaner): PartIdentity => {
  const { shard, ...rest } = part
  const isShard = shard && isWhole(shard.total, 1, LIMITS.shards) && isWhole(shard.index, 1, shard.total)
  return {
    ...rest,
    job: distinct(part.job, LIMITS.labelBytes, cleaner),
    package: cleaner.label(part.package, LIMITS.textBytes),
    config: cleaner.label(part.config, LIMITS.textBytes),
    leg: distinct(part.leg, LIMITS.nameBytes, cleaner),
    ...(isShard && { shard }),
  }
}

const cleanCode = (code: Code, cleaner: Cleaner): Code => {
  const clean: Code = { ...code }
  for (const field of ['testedSha', 'headSha', 'baseSha', 'mergeBaseSha', 'tree'] as const)
    if (!isSha(clean[field])) delete clean[field]
  for (const field of ['branch', 'baseBranch', 'repository', 'defaultBranch'] as const) {
    const text = clean[field]
    if (text) clean[field] = cleaner.label(text, LIMITS.factBytes)
  }
  if (clean.author) clean.author = cleaner.label(clean.author, LIMITS.nameBytes)
  if (clean.message)
    clean.message = cleaner.text(clean.message, LIMITS.commitMessageBytes, 'commit message', new Set())
  if (clean.parents) clean.parents = clean.parents.filter(isSha).slice(0, LIMITS.parents)
  if (clean.ancestry) clean.ancestry = clean.ancestry.filter(isCommit).slice(0, LIMITS.ancestry)
  if (!isWhole(clean.pullRequest, 1, LARGEST)) delete clean.pullRequest
  return clean
}

const cleanAddress = (name: 'url' | 'jobUrl', url: string | undefined, cleaner: Cleaner) => {
  if (!url || !/^https?:\/\//i.test(url)) return {}
  const clean = cleaner.text(url, LIMITS.addressBytes, name, new Set())
  return clean.length === url.length || clean.includes(MASK) ? { [name]: clean } : {}
}

const isSha = (text: string | undefined) => text !== undefined && /^[0-9a-f]{7,64}$/i.test(text)

const isCommit = ({ sha, parents, tree }: Commit) =>
  isSha(sha) &&
  parents.length <= LIMITS.parents &&
  parents.every(isSha) &&
  (tree === undefined || isSha(tree))

const isWhole = (value: number | undefined, least: number, most: number) =>
  value !== undefined && Number.isInteger(value) && value >= least && value <= most
