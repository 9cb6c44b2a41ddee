import {
  type Code,
  type CodeownersFile,
  type Commit,
  LIMITS,
  type Open,
  type PartIdentity,
} from '@svc/protocol'
import { isUuid } from '../kernel/id.ts'
import {
  filled,
  flag,
  list,
  maybe,
  number,
  object,
  oneOf,
  type Place,
  present,
  refuse,
  text,
  whole,
} from './check.ts'

const SHA = /^[0-9a-f]{7,64}$/i
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** Ignores unknown fields: a newer reporter may send an older server more than it stores. */
export function readOpen(place: Place, value: unknown): Open {
  const open = object(place, value)
  const runner = object(`${place}.runner`, open.runner)
  const client = object(`${place}.client`, open.client)
  return present({
    journal: journalId(`${place}.journal`, open.journal),
    project: maybe(place, open, 'project', slug),
    suite: filled(`${place}.suite`, open.suite, LIMITS.nameBytes),
    build: filled(`${place}.build`, open.build, LIMITS.labelBytes),
    solitary: maybe(place, open, 'solitary', flag),
    runAttempt: whole(`${place}.runAttempt`, open.runAttempt, 1, LIMITS.runAttempt),
    part: readPart(`${place}.part`, open.part),
    trust: oneOf(`${place}.trust`, open.trust, ['ci', 'local', 'fork']),
    code: readCode(`${place}.code`, open.code),
    ci: maybe(place, open, 'ci', readCi),
    runner: present({
      name: filled(`${place}.runner.name`, runner.name, 100),
      version: maybe(`${place}.runner`, runner, 'version', short),
    }),
    client: {
      name: filled(`${place}.client.name`, client.name, 100),
      version: filled(`${place}.client.version`, client.version, 100),
    },
    root: oneOf(`${place}.root`, open.root, ['git', 'SVC_ROOT', 'runner']),
    environment: maybe(place, open, 'environment', readEnvironment),
    tags: maybe(place, open, 'tags', tags),
    codeowners: maybe(place, open, 'codeowners', readCodeowners),
    startedAt: number(`${place}.startedAt`, open.startedAt),
    lost: maybe(place, open, 'lost', flag),
  }) as Open
}

export function readPart(place: Place, value: unknown): PartIdentity {
  const part = object(place, value)
  return present({
    job: text(`${place}.job`, part.job, LIMITS.labelBytes),
    package: text(`${place}.package`, part.package),
    config: text(`${place}.config`, part.config),
    leg: filled(`${place}.leg`, part.leg, LIMITS.nameBytes),
    shard: maybe(place, part, 'shard', readShard),
  }) as PartIdentity
}

function readShard(place: Place, value: unknown) {
  const shard = object(place, value)
  const total = whole(`${place}.total`, shard.total, 1, LIMITS.shards)
  return { index: whole(`${place}.index`, shard.index, 1, total), total }
}

export function readCode(place: Place, value: unknown): Code {
  const code = object(place, value)
  return present({
    testedSha: maybe(place, code, 'testedSha', sha),
    headSha: maybe(place, code, 'headSha', sha),
    baseSha: maybe(place, code, 'baseSha', sha),
    mergeBaseSha: maybe(place, code, 'mergeBaseSha', sha),
    parents: maybe(place, code, 'parents', shas),
    tree: maybe(place, code, 'tree', sha),
    dirty: maybe(place, code, 'dirty', flag),
    branch: maybe(place, code, 'branch', short),
    baseBranch: maybe(place, code, 'baseBranch', short),
    pullRequest: maybe(place, code, 'pullRequest', (field, n) => whole(field, n, 1)),
    repository: maybe(place, code, 'repository', short),
    defaultBranch: maybe(place, code, 'defaultBranch', short),
    ancestry: maybe(place, code, 'ancestry', (field, all) =>
      list(field, all, LIMITS.ancestry).map((one, i) => readCommit(`${field}[${i}]`, one)),
    ),
    message: maybe(place, code, 'message', (field, line) =>
      text(field, line).slice(0, LIMITS.commitMessageBytes),
    ),
    fork: maybe(place, code, 'fork', flag),
  }) as Code
}

function readCommit(place: Place, value: unknown): Commit {
  const commit = object(place, value)
  return present({
    sha: sha(`${place}.sha`, commit.sha),
    parents: shas(`${place}.parents`, commit.parents),
    tree: maybe(place, commit, 'tree', sha),
  }) as Commit
}

export function readCi(place: Place, value: unknown) {
  const ci = object(place, value)
  return present({
    provider: filled(`${place}.provider`, ci.provider, LIMITS.nameBytes),
    url: maybe(place, ci, 'url', webAddress),
    jobUrl: maybe(place, ci, 'jobUrl', webAddress),
    event: maybe(place, ci, 'event', short),
    workflow: maybe(place, ci, 'workflow', short),
  })
}

export function readEnvironment(place: Place, value: unknown): Record<string, string> {
  const pairs = Object.entries(object(place, value))
  if (pairs.length > LIMITS.environment) refuse(place, `at most ${LIMITS.environment} fields`, pairs.length)
  return Object.fromEntries(pairs.map(([name, one]) => [short(place, name), short(`${place}.${name}`, one)]))
}

export function readCodeowners(place: Place, value: unknown): CodeownersFile {
  const file = object(place, value)
  return {
    path: filled(`${place}.path`, file.path, LIMITS.textBytes),
    text: text(`${place}.text`, file.text, LIMITS.codeownersBytes),
  }
}

export const tags = (place: Place, value: unknown): string[] =>
  list(place, value, LIMITS.tags).map((tag, i) => filled(`${place}[${i}]`, tag, LIMITS.nameBytes))

export function slug(place: Place, value: unknown): string {
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  if (typeof lower !== 'string' || !SLUG.test(lower))
    refuse(place, 'a slug: letters, digits, ".", "_" and "-", at most 100', value)
  return lower
}

export function sha(place: Place, value: unknown): string {
  if (typeof value !== 'string' || !SHA.test(value))
    refuse(place, 'a commit sha of 7 to 64 hex digits', value)
  return value.toLowerCase()
}

const shas = (place: Place, value: unknown) =>
  list(place, value, LIMITS.parents).map((one, i) => sha(`${place}[${i}]`, one))

export function journalId(place: Place, value: unknown): string {
  if (typeof value !== 'string' || !isUuid(value)) refuse(place, 'a UUID', value)
  return value.toLowerCase()
}

const short = (place: Place, value: unknown) => text(place, value, LIMITS.factBytes)

/** People see it as a link, so only http and https are allowed. */
function webAddress(place: Place, value: unknown): string {
  const address = text(place, value, LIMITS.addressBytes)
  if (!/^https?:\/\//i.test(address)) refuse(place, 'an http or https address', value)
  return address
}
