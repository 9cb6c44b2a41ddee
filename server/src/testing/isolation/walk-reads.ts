import { type Named, namedIn } from './build-request.ts'
import type { Held } from './credentials.ts'
import { answerDue, refusalOf } from './expected-refusals.ts'
import type { Ids } from './fill-organization.ts'
import { everyOperation, type Walked } from './operations.ts'
import { withoutPresence } from './send-request.ts'
import { expectAnswer, type Trial, tryField, tryMalformed, tryRefused, tryValues } from './try-operation.ts'
import type { Walk } from './two-organizations.ts'

/** How many requests are under way at once. */
const AT_ONCE = 8

const READS = everyOperation().filter(({ method }) => method === 'GET')

/** Answers to reads of the caller's own things, by request. Data of others must not change them. */
export async function readOwn(walk: Walk, isOf = (_: Trial) => true): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const trials = trialsOf(walk).filter(({ operation, who }) => refusalOf(operation, who) === null)
  await inTurns(trials.filter(isOf), async (trial) => {
    const { operation, who } = trial
    for (const field of [null, ...fieldsFor(trial).map(({ name }) => name)]) {
      const what = field === null ? 'as little as it takes' : `own ${field}`
      const answer = await tryValues(trial, field, {}, what)
      expectAnswer(trial, answer, answerDue(operation, who, field ?? undefined), what)
      answers.set(`${operation.id} by ${who.name}, ${what}`, withoutPresence(answer.text))
    }
  })
  return answers
}

/** Every read with every credential, with ids of others, absent ids and malformed ids. */
export async function readOthers(walk: Walk): Promise<void> {
  await inTurns(trialsOf(walk), async (trial) => {
    const due = refusalOf(trial.operation, trial.who)
    if (due !== null) return tryRefused(trial, due)
    for (const named of fieldsFor(trial)) {
      await tryField(async () => trial, named)
      if (trial.who.isThorough) await tryMalformed(trial, named)
    }
  })
}

/** Every field for a thorough credential; required ones for the rest, which differ only in their rights. */
const fieldsFor = ({ operation, who }: Trial): Named[] =>
  fieldsOf(operation).filter(({ isRequired }) => who.isThorough || isRequired || operation.access === null)

const trialsOf = (walk: Walk): Trial[] =>
  READS.flatMap((operation) =>
    askersOf(walk, operation).map(({ who, held }) => ({
      walk,
      operation,
      who,
      held,
      ids: ownIds(walk, held),
    })),
  )

/** Every credential, or none at all for an operation that ignores credentials. */
const askersOf = ({ everybody }: Walk, { access }: Walked): Walk['everybody'] =>
  access === null ? everybody.filter(({ held }) => held.key === null) : everybody

/** Fields that carry an id; `tryForeignCursors` covers cursors. */
export const fieldsOf = (operation: Walked): Named[] =>
  namedIn(operation).filter(({ kind }) => kind !== 'cursor')

/** Ids of the own organization, with the session of the caller. */
export const ownIds = ({ own }: Walk, held: Held): Partial<Ids> => ({ ...own.ids, ...idsOfHeld(held) })

export const idsOfHeld = ({ session, agent, message }: Held): Partial<Ids> => ({
  ...(session !== undefined && { session }),
  ...(agent !== undefined && { agent }),
  ...(message !== undefined && { message }),
})

/** Runs the work for several at once, since most of the time passes in waiting for threads and sockets. */
export async function inTurns<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all].values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await work(one)
    }),
  )
}
