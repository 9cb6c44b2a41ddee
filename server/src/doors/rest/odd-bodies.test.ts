// @module-tag thorough
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { buildRequest, namedIn } from '../../testing/isolation/build-request.ts'
import { addHome, fillOrganization } from '../../testing/isolation/create-data.ts'
import { signedIn } from '../../testing/isolation/credentials.ts'
import type { Ids } from '../../testing/isolation/fill-organization.ts'
import { everyOperation, type Walked } from '../../testing/isolation/operations.ts'
import { ask } from '../../testing/isolation/send-request.ts'
import { inTurns } from '../../testing/isolation/walk-reads.ts'
import { ODD_VALUES, oddVersions } from '../../testing/odd-values.ts'

/** Bytes of an artifact, and lines of a journal, whose schema `ingest` tests. */
const NOT_JSON = ['putArtifactUpload', 'ingest']
const withJson = everyOperation().filter(({ hasBody, id }) => hasBody && !NOT_JSON.includes(id))
const HEADERS = { 'Content-Type': 'application/json' }

onEachDatabase('bodies with odd values', (makeApp) => {
  test('no value at any place of a body is a failure of the server', async () => {
    const app = await makeApp()
    const home = await addHome(app, 'acorn-organization')
    const ids = await fillOrganization(app, home, 'acorn')
    const key = { key: home.key, headers: {} }
    const person = await signedIn(app, { mark: 'acorn' }, { [home.slug]: 'admin' })
    const faults: string[] = []
    await inTurns(withJson, async (operation) => {
      const whole = buildRequest(app, operation, namesOf(operation), valuesOf(operation, ids))
      for (const odd of oddBodies(operation, JSON.parse(String(whole.init.body)))) {
        const body = JSON.stringify(odd)
        const request = { ...whole, init: { ...whole.init, headers: HEADERS, body } }
        const { status, text } = await ask(app, operation.ofPerson ? person : key, request)
        if (status >= 500) faults.push(`${operation.id}: ${text.slice(-200)} <- ${body.slice(0, 200)}`)
      }
    })
    await app.idle()
    expect(faults.slice(0, 20)).toEqual([])
    expect(app.logged.filter(({ level }) => level === 'error').slice(0, 5)).toEqual([])
  })
})

/** Also with fields that have no sample, each beside the others and with odd values one level deeper. */
function oddBodies({ fields }: Walked, body: object): unknown[] {
  const added = fields.filter(({ name, place }) => place === 'body' && !/[.[]/.test(name) && !(name in body))
  return [
    ...oddVersions(body),
    ...added.flatMap(({ name }) =>
      ODD_VALUES.flatMap((odd) => [odd, { a: odd }, [odd]].map((value) => ({ ...body, [name]: value }))),
    ),
  ]
}

const namesOf = (operation: Walked) => [
  ...new Set([...operation.fields, ...namedIn(operation)].map(({ name }) => name)),
]

const valuesOf = (operation: Walked, ids: Ids) =>
  Object.fromEntries(
    namedIn(operation).flatMap(({ name, kind }) => (kind === 'cursor' ? [] : [[name, ids[kind]]])),
  )
