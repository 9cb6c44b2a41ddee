import type { ProblemCode } from '@svc/protocol'
import { absent } from './absent.ts'
import { buildRequest, type Named, namedIn, neededFor, type Values } from './build-request.ts'
import { type Credential, type Held, missingRole } from './credentials.ts'
import type { Ids } from './fill-organization.ts'
import type { Kind } from './names.ts'
import type { Walked } from './operations.ts'
import { leakIn } from './secrets.ts'
import { type Answer, ask, withoutValues } from './send-request.ts'
import type { Walk } from './two-organizations.ts'

/** One operation, one credential, and the ids of the caller's own things. */
export interface Trial {
  walk: Walk
  operation: Walked
  who: Credential
  held: Held
  ids: Partial<Ids>
  /** Values by field; they take precedence over `ids`. */
  values?: Values
}

/** Values that fit no kind of id. */
const MALFORMED = ['x', `' or "1"="1`, 'é'.repeat(2_000)]
/** Kinds that share one form of id, so that a request can confuse them. */
const LOOK_ALIKE = new Set<Kind>([
  'execution',
  'artifact',
  'upload',
  'journal',
  'key',
  'webhook',
  'trust',
  'member',
  'invitation',
  'session',
  'rename',
])
/** Kinds that are secrets: the holder has access by them, in whichever organization. */
const IS_PERMISSION = new Set<Kind>(['badge', 'link'])

/** Sends these values and fills the other required fields with own ids. Records server errors and leaks. */
export async function tryValues(
  { walk, operation, who, held, ids, values: own }: Trial,
  field: string | null,
  given: Values,
  what: string,
): Promise<Answer & { sent: string[] }> {
  const named = namedIn(operation)
  const wanted = [...new Set([...neededFor(operation, field), ...Object.keys(given)])]
  const values: Values = {}
  for (const { name, kind } of named)
    if (wanted.includes(name)) values[name] = own?.[name] ?? ids[kind as keyof Ids]
  Object.assign(values, given)
  const sent = Object.values(values)
    .filter((value) => value !== undefined)
    .map(String)
  const answer = await ask(walk.app, held, buildRequest(walk.app, operation, wanted, values))
  if (answer.code === null) walk.done.add(operation.id)
  const say = (fault: string) => walk.faults.push(`${operation.id} by ${who.name}, ${what}: ${fault}`)
  if (answer.status >= 500) say(answer.text)
  const known = who.ofBoth ? [walk.foreign.home.slug] : []
  const leak = leakIn(answer.text, walk.secretsFor(who), [...sent, ...known])
  if (leak !== null) say(`leaks ${JSON.stringify(leak)}`)
  return { ...answer, sent }
}

/** Records a fault unless the answer has this code; null means a success. */
export function expectAnswer(
  { walk, operation, who }: Trial,
  { status, code, text }: Answer,
  due: ProblemCode | null,
  what: string,
) {
  if (code === due && (due !== null || status < 300)) return
  const body = text.slice(text.indexOf('\n\n') + 2).slice(0, 300)
  walk.faults.push(
    `${operation.id} by ${who.name}, ${what}: ${due ?? 'a success'} was due, and it was ${status} ${body}`,
  )
}

/**
 * A credential without the rights: own, foreign and absent ids must get the same refusal. Unless exhaustive, foreign and
 * absent ids are tried once for each operation and reason.
 */
export async function tryRefused(trial: Trial, due: ProblemCode): Promise<void> {
  const { walk, operation } = trial
  const named = namedIn(operation).filter(({ name }) => neededFor(operation, null).includes(name))
  const of = (ids: (named: Named) => unknown) => Object.fromEntries(named.map((one) => [one.name, ids(one)]))
  const own = await tryValues(trial, null, {}, 'own ids')
  expectAnswer(trial, own, due, 'own ids')
  // Scopes follow from roles, so that only the words show whether the role was checked.
  const role = missingRole(operation, trial.who)
  if (role !== null && !own.text.includes(`the role ${role}`))
    walk.faults.push(`${operation.id} by ${trial.who.name}: the refusal does not name the role ${role}`)
  if (named.length === 0 || !isFirst(trial, `${due} ${role}`)) return
  const foreign = await tryValues(
    trial,
    null,
    of(({ kind }) => walk.foreign.ids[kind as keyof Ids]),
    'foreign ids',
  )
  const nothing = await tryValues(
    trial,
    null,
    of(({ kind }) => absentOf(trial, kind)),
    'absent ids',
  )
  expectAlike(trial, own, nothing, 'own and absent ids')
  expectAlike(trial, foreign, nothing, 'foreign and absent ids')
}

const isFirst = ({ walk, operation }: Trial, reason: string): boolean => {
  const refusal = `${operation.id} ${reason}`
  if (walk.isExhaustive) return true
  if (walk.refusals.has(refusal)) return false
  walk.refusals.add(refusal)
  return true
}

/**
 * One field with foreign, hidden and look-alike ids, each of which must be answered as an absent one is. Returns the
 * answer to the absent one. Calls `make` before each request, since an earlier one may have changed things.
 */
export async function tryField(make: () => Promise<Trial>, { name, kind, place }: Named): Promise<Answer> {
  const first = await make()
  const { walk, operation, who } = first
  const nothing = await tryValues(first, name, { [name]: absentOf(first, kind) }, `an absent ${name}`)
  if (place === 'path') expectAnswer(first, nothing, 'NOT_FOUND', `an absent ${name}`)
  const expectLike = async (value: unknown, what: string) => {
    if (value === undefined || value === '') throw new Error(`${operation.id}: there is no ${what} ${name}`)
    const trial = await make()
    const answer = await tryValues(trial, name, { [name]: value }, `a ${what} ${name}`)
    expectAlike(trial, answer, nothing, `a ${what} and an absent ${name}`)
  }
  if (IS_PERMISSION.has(kind)) return nothing
  const sibling = walk.sibling[kind as keyof Ids]
  if (who.ofProject && sibling !== undefined) {
    await expectLike(sibling, 'hidden')
    // A key of the whole organization tries the rest.
    if (!walk.isExhaustive) return nothing
  }
  await expectLike(walk.foreign.ids[kind as keyof Ids], 'foreign')
  if (LOOK_ALIKE.has(kind))
    await expectLike(walk.own.ids[kind === 'rename' ? 'key' : 'rename'], 'wrong kind of')
  return nothing
}

/** One field with malformed values: any answer but a server error. Unless exhaustive, not by a key of one project. */
export async function tryMalformed(trial: Trial, { name }: Named): Promise<void> {
  if (trial.who.ofProject && !trial.walk.isExhaustive) return
  for (const value of MALFORMED) await tryValues(trial, name, { [name]: value }, `a malformed ${name}`)
}

/** Records a fault unless two answers are the same apart from the values that were asked for. */
export function expectAlike(
  { walk, operation, who }: Trial,
  one: Answer & { sent: string[] },
  other: Answer & { sent: string[] },
  what: string,
): void {
  const [left, right] = [withoutValues(one, one.sent), withoutValues(other, other.sent)]
  if (left === right) return
  const i = [...left].findIndex((letter, index) => letter !== right[index])
  const [a, b] = [left, right].map((text) => JSON.stringify(text.slice(Math.max(0, i - 100), i + 200)))
  walk.faults.push(`${operation.id} by ${who.name}: ${what} differ: ${a} and ${b}`)
}

const absentOf = ({ walk }: Trial, kind: Kind): string | undefined =>
  kind === 'cursor' ? undefined : absent(kind, walk.app.clock())
