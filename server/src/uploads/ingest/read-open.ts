import {
  type Code,
  type CodeownersFile,
  type Commit,
  LIMITS,
  type Open,
  type PartIdentity,
} from '@svc/protocol'
import { isUuid } from '../../ground/kernel/id.ts'
import { flag, object, type Place, refuse, text, whole } from './check.ts'
import {
  filledOf,
  listOf,
  numberOf,
  oneOfThe,
  optional,
  type Read,
  record,
  textOf,
  wholeOf,
} from './fields.ts'

const SHA = /^[0-9a-f]{7,64}$/i
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/

const fact = textOf(LIMITS.factBytes)

/** A tool's name or version. */
const tool = filledOf(100)

export const sha = (place: Place, value: unknown): string => {
  if (typeof value !== 'string' || !SHA.test(value))
    refuse(place, 'a commit sha of 7 to 64 hex digits', value)
  return value.toLowerCase()
}

const shas = listOf(sha, LIMITS.parents)

export const readCode = record<Code>({
  testedSha: optional(sha),
  headSha: optional(sha),
  baseSha: optional(sha),
  mergeBaseSha: optional(sha),
  parents: optional(shas),
  tree: optional(sha),
  dirty: optional(flag),
  branch: optional(fact),
  baseBranch: optional(fact),
  pullRequest: optional(wholeOf(1)),
  repository: optional(fact),
  defaultBranch: optional(fact),
  ancestry: optional(listOf(record<Commit>({ sha, parents: shas, tree: optional(sha) }), LIMITS.ancestry)),
  message: optional((place, line) => text(place, line).slice(0, LIMITS.commitMessageBytes)),
  author: optional((place, name) => text(place, name).slice(0, LIMITS.nameBytes)),
  fork: optional(flag),
})

const shard = record<NonNullable<PartIdentity['shard']>>({
  total: wholeOf(1, LIMITS.shards),
  // Checked below, because its bound is the total.
  index: (_place, value) => value as number,
})

export const readPart = record<PartIdentity>({
  job: textOf(LIMITS.labelBytes),
  package: textOf(),
  config: textOf(),
  leg: filledOf(LIMITS.nameBytes),
  shard: optional((place, value, reading) => {
    const { index, total } = shard(place, value, reading)
    return { index: whole(`${place}.index`, index, 1, total), total }
  }),
})

/** People see it as a link, so only http and https are allowed. */
const webAddress = (place: Place, value: unknown): string => {
  const address = text(place, value, LIMITS.addressBytes)
  if (!/^https?:\/\//i.test(address)) refuse(place, 'an http or https address', value)
  return address
}

export const readCi = record<NonNullable<Open['ci']>>({
  provider: filledOf(LIMITS.nameBytes),
  url: optional(webAddress),
  jobUrl: optional(webAddress),
  event: optional(fact),
  workflow: optional(fact),
})

export const readEnvironment: Read<Record<string, string>> = (place, value, reading) => {
  const pairs = Object.entries(object(place, value))
  if (pairs.length > LIMITS.environment) refuse(place, `at most ${LIMITS.environment} fields`, pairs.length)
  return Object.fromEntries(
    pairs.map(([name, one]) => [fact(place, name, reading), fact(`${place}.${name}`, one, reading)]),
  )
}

export const readCodeowners = record<CodeownersFile>({
  path: filledOf(LIMITS.textBytes),
  text: textOf(LIMITS.codeownersBytes),
})

export const tags = listOf(filledOf(LIMITS.nameBytes), LIMITS.tags)

export const slug = (place: Place, value: unknown): string => {
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  if (typeof lower !== 'string' || !SLUG.test(lower))
    refuse(place, 'a slug: letters, digits, ".", "_" and "-", at most 100', value)
  return lower
}

export const journalId = (place: Place, value: unknown): string => {
  if (typeof value !== 'string' || !isUuid(value)) refuse(place, 'a UUID', value)
  return value.toLowerCase()
}

/** Ignores unknown fields: a newer reporter may send an older server more than it stores. */
export const readOpen = record<Open>({
  journal: journalId,
  project: optional(slug),
  suite: filledOf(LIMITS.nameBytes),
  build: filledOf(LIMITS.labelBytes),
  solitary: optional(flag),
  runAttempt: wholeOf(1, LIMITS.runAttempt),
  attempt: optional(wholeOf(1, LIMITS.attempt)),
  part: readPart,
  trust: oneOfThe(['ci', 'local', 'fork']),
  code: readCode,
  ci: optional(readCi),
  runner: record<Open['runner']>({ name: tool, version: optional(fact) }),
  client: record<Open['client']>({ name: tool, version: tool }),
  root: oneOfThe(['git', 'SVC_ROOT', 'runner']),
  machine: optional(textOf(LIMITS.nameBytes)),
  environment: optional(readEnvironment),
  tags: optional(tags),
  codeowners: optional(readCodeowners),
  startedAt: numberOf(),
  lost: optional(flag),
})
