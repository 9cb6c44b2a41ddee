import { absent } from './absent.ts'
import { buildRequest, namedIn, neededFor, type Values } from './build-request.ts'
import type { Credential, Held } from './credentials.ts'
import { refusalOf } from './expected-refusals.ts'
import type { Ids } from './fill-organization.ts'
import { everyOperation, type Walked } from './operations.ts'
import { type Answer, ask } from './send-request.ts'
import { expectAlike, expectAnswer, type Trial, tryField, tryMalformed, tryValues } from './try-operation.ts'
import type { Walk } from './two-organizations.ts'
import { fieldsOf, inTurns, ownIds } from './walk-reads.ts'

/** The header by which a person chooses an organization, on every operation that is about one. */
export async function chooseForeignOrganization(walk: Walk): Promise<void> {
  const operations = everyOperation().filter(({ access, isPersonal }) => access !== null && !isPersonal)
  await inTurns(operations, async (operation) => {
    for (const { who, held } of walk.everybody) {
      // The server chooses the organization before it checks rights: one key and two people are enough.
      if (!who.isThorough && !who.ofBoth) continue
      const choosing = async (slug: string | null) => {
        const headers: Record<string, string> = slug === null ? {} : { 'Svc-Organization': slug }
        const trial = { walk, operation, who, held: { ...held, headers }, ids: ownIds(walk, held) }
        const answer = await tryValues(trial, null, {}, `the organization ${slug}`)
        const sent = slug === null ? answer.sent : [...answer.sent, slug]
        return { trial, answer: { ...answer, sent } }
      }
      const nothing = await choosing('nowhere')
      expectAnswer(nothing.trial, nothing.answer, 'INVALID_REQUEST', 'an absent organization')
      if (who.ofBoth) {
        const none = await choosing(null)
        const due = operation.namesObject ? null : 'INVALID_REQUEST'
        expectAnswer(none.trial, none.answer, due, 'no organization chosen of several')
        // The foreign organization is a legitimate choice for this person.
        continue
      }
      const foreign = await choosing(walk.foreign.home.slug)
      expectAlike(foreign.trial, foreign.answer, nothing.answer, 'a foreign and an absent organization')
    }
  })
}

/** Cursors of another organization, of another list, and made up, on every operation that has one. */
export async function tryForeignCursors(walk: Walk): Promise<void> {
  const lists = everyOperation().filter((operation) =>
    namedIn(operation).some(({ kind }) => kind === 'cursor'),
  )
  const { held: first } = walk.everybody.find(({ who }) => who.isPerson && who.isThorough) as { held: Held }
  let another = ''
  for (const operation of lists) {
    const own = await cursorOf(walk, operation, first, ownIds(walk, first))
    const there = operation.ofPerson ? walk.foreigner : { key: walk.foreign.home.key, headers: {} }
    const foreign = await cursorOf(walk, operation, there, walk.foreign.ids)
    const madeUp = `${own.slice(0, 15)}${own[15] === 'A' ? 'B' : 'A'}${own.slice(16)}`
    for (const { who, held } of walk.everybody) {
      if (refusalOf(operation, who) !== null || !who.isThorough) continue
      const trial = { walk, operation, who, held, ids: ownIds(walk, held) }
      const turn = (cursor: string, what: string) =>
        tryValues(trial, 'cursor', { ...FIRST_PAGE[operation.id], cursor }, what)
      const nothing = await turn(madeUp, 'a made up cursor')
      expectAnswer(trial, nothing, 'INVALID_REQUEST', 'a made up cursor')
      expectAlike(trial, await turn(foreign, 'a foreign cursor'), nothing, 'a foreign and a made up cursor')
      if (another !== '')
        expectAlike(
          trial,
          await turn(another, 'a cursor of another list'),
          nothing,
          "another list's and a made up cursor",
        )
      const { code } = await turn(own, 'an own cursor')
      if (code !== null && !who.ofProject)
        walk.faults.push(`${operation.id} by ${who.name} refuses its own cursor`)
    }
    another = own
  }
}

/** Parameters without which an answer has no cursor. */
const FIRST_PAGE: Record<string, Values> = {
  compareExecutions: { group: 'regressions' },
  getFailureContext: { maxTokens: 400 },
}

async function cursorOf(walk: Walk, operation: Walked, held: Held, ids: Partial<Ids>): Promise<string> {
  const values: Values = { limit: 1, ...FIRST_PAGE[operation.id] }
  for (const { name, kind } of namedIn(operation))
    if (neededFor(operation, 'cursor').includes(name)) values[name] = ids[kind as keyof Ids]
  const { text } = await ask(walk.app, held, buildRequest(walk.app, operation, Object.keys(values), values))
  const cursor = /"(?:nextCursor|regressions)":"([^"]+)"/.exec(text)?.[1]
  if (cursor === undefined)
    throw new Error(
      `${operation.id} has one page only: give each organization two of what it lists, in fill.ts. ${text}`,
    )
  return cursor
}

/** Operations without a credential: guessing must not reveal an account, an organization or a secret. */
export async function tryWithoutCredential(walk: Walk): Promise<void> {
  const nobody = walk.everybody.find(({ held }) => held.key === null) as { who: Credential; held: Held }
  for (const operation of everyOperation().filter(
    ({ access, method }) => access === null && method !== 'GET',
  )) {
    const nothing: Partial<Record<string, string>> = {}
    for (const { kind } of namedIn(operation))
      if (kind !== 'cursor') nothing[kind] = absent(kind, walk.app.clock())
    const trial: Trial = { walk, operation, ...nobody, ids: nothing as Partial<Ids> }
    for (const named of fieldsOf(operation)) {
      if ((await tryField(async () => trial, named)).code === null)
        walk.faults.push(`${operation.id}: lets in a caller with made-up values`)
      await tryMalformed(trial, named)
    }
  }
}

/** Pages for people: the same for every id. */
export async function openPages(walk: Walk): Promise<void> {
  const known = new Set(everyOperation().map(({ method, path }) => `${method} ${path}`))
  const pages = walk.app.routes.filter(
    ({ method, path }) => method === 'GET' && !known.has(`${method} ${path}`),
  )
  for (const path of new Set(pages.map((page) => page.path))) {
    const open = async (id: string): Promise<Answer> =>
      ask(walk.app, { key: null, headers: {} }, { path: path.replace(/:\w+/g, id), init: {} })
    const [foreign, nothing] = [walk.foreign.ids.execution, absent('execution', walk.app.clock())]
    const [one, other] = [(await open(foreign)).text, (await open(nothing)).text]
    if (one.replaceAll(foreign, '') !== other.replaceAll(nothing, ''))
      walk.faults.push(`${path}: the page differs between a foreign and an absent id`)
  }
}
