import { expect, test } from 'vitest'
import { makeApp } from '../../../testing/make-app.ts'
import { DOCUMENTED } from '../../../testing/mcp/documented-rows.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'

/** Without a bound of its own, an integer has that of JavaScript. */
const bound = (word: string, value?: number) =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : ` ${word} ${value}`

interface Schema {
  type?: string
  enum?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
}

test('the ten tools of the bus have the arguments, values, bounds and defaults of the interface document', async () => {
  const { client } = await connectAgent(await makeApp())
  const { tools } = await client.listTools()
  for (const [name, documented] of Object.entries(DOCUMENTED)) {
    const { properties = {}, required = [] } = tools.find((tool) => tool.name === name)?.inputSchema ?? {}
    const described = Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([argument, schema]) => [
        argument,
        [
          required.includes(argument) ? '!' : '',
          schema.enum?.join('|') ?? schema.type,
          bound('from', schema.minimum),
          bound('to', schema.maximum),
          schema.default === undefined ? '' : ` = ${schema.default}`,
        ].join(''),
      ]),
    )
    expect(described, name).toMatchObject(documented)
    const added = Object.keys(described).filter((argument) => !Object.hasOwn(documented, argument))
    expect(
      required.filter((argument) => added.includes(argument)),
      name,
    ).toEqual([])
  }
})

/** Filters, and facts of an agent or a task, that mean what they are called; left out, they change or filter nothing. */
const PLAIN = new Set(
  'agent_id display_name model role capabilities status instance pr branch commit suite group channel title description result priority cursor'.split(
    ' ',
  ),
)

test('every other argument that may be left out says what holds then, or what it takes', async () => {
  const { client } = await connectAgent(await makeApp())
  const { tools } = await client.listTools()
  const silent = tools.flatMap(({ name, inputSchema: { properties = {}, required = [] } }) =>
    Object.entries(properties as Record<string, Schema & { description?: string }>)
      .filter(([argument]) => !required.includes(argument) && !PLAIN.has(argument))
      .filter(([, schema]) => schema.default === undefined && schema.description === undefined)
      .map(([argument]) => `${name}.${argument}`),
  )
  expect(silent).toEqual([])
})
