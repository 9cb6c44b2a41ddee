import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { namedIn } from '../../testing/isolation/build-request.ts'
import { everyOperation } from '../../testing/isolation/operations.ts'
import { missingFrom, readRows } from '../../testing/isolation/rows.ts'
import { makeGround, type Walk } from '../../testing/isolation/two-organizations.ts'
import {
  chooseForeignOrganization,
  openPages,
  tryForeignCursors,
  tryWithoutCredential,
} from '../../testing/isolation/walk-doors.ts'
import { readOthers, readOwn } from '../../testing/isolation/walk-reads.ts'
import { writeAllowed, writeRefused } from '../../testing/isolation/walk-writes.ts'

const asking = everyOperation().filter(({ access }) => access !== null)
/** It takes a password, and no person in this test has one. */
const NEVER_DONE = ['changePassword']

/** A mistake in code that all operations share causes a fault in each. */
const MOST_SHOWN = 30

test('the isolation test knows what each parameter of each operation identifies', () => {
  const unknown = everyOperation().flatMap((operation) => {
    try {
      namedIn(operation)
      return []
    } catch (error) {
      return [String(error)]
    }
  })
  expect(unknown).toEqual([])
})

test('every write requires at least the role editor, or the scope bus, and another scope than read', () => {
  const writes = everyOperation().filter(({ method, isPersonal }) => method !== 'GET' && !isPersonal)
  // On the bus, a credential writes as its own agents alone, whatever its role.
  const others = writes.filter(({ access }) => access?.scope !== 'bus')
  const lax = others.filter(({ access }) => access && (access.role === 'viewer' || access.scope === 'read'))
  // A credential switches only its own account. Members may remove themselves, so that operation checks the rest of the
  // rights itself.
  expect(lax.map(({ id }) => id)).toEqual(['switchAccount', 'removeMember'])
})

// Every operation with every kind of credential, and with own, foreign, absent and malformed ids.
onEachDatabase('a walk over every operation', (makeAppOn) => {
  test('no credential reads or changes data of others, and each has exactly the rights of its role and scopes', async () => {
    const app = await makeAppOn()
    let alone = new Map<string, string>()
    const walk = await makeGround(app, async (walk: Walk) => {
      alone = await readOwn(walk, ({ who }) => who.isThorough)
    })
    // A fault may delete what this test itself needs.
    await walkEverywhere(walk, alone).catch((error) => walk.faults.push(`The walk came to an end: ${error}`))
    expect(walk.faults.slice(0, MOST_SHOWN)).toEqual([])
    expect(asking.filter(({ id }) => !walk.done.has(id)).map(({ id }) => id)).toEqual(NEVER_DONE)
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

async function walkEverywhere(walk: Walk, alone: Map<string, string>): Promise<void> {
  const { app, faults } = walk
  const rows = await readRows(app)
  const beside = await readOwn(walk)
  for (const [what, text] of alone)
    if (beside.get(what) !== text)
      faults.push(`${what}: the answer changed when another organization got data`)
  await readOthers(walk)
  await chooseForeignOrganization(walk)
  await tryForeignCursors(walk)
  await openPages(walk)
  await app.idle()
  const after = await readRows(app)
  for (const row of missingFrom(after, rows)) faults.push(`A read wrote ${row}`)
  for (const row of missingFrom(rows, after)) faults.push(`A read removed ${row}`)
  await tryWithoutCredential(walk)
  await writeRefused(walk)
  await writeAllowed(walk)
}
