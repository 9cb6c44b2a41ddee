import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationTables } from '../../packages/schema/src/operations.ts'
import * as routes from '../../packages/schema/src/routes.ts'
import { GENERATED, generateRoutes } from './generate.ts'

test('the generated routes are of today: npx -y pnpm@12 generate makes them anew', async () => {
  const kept = readFileSync(new URL(`../../${GENERATED}`, import.meta.url), 'utf8')
  expect((await generateRoutes()) === kept, 'Run: npx -y pnpm@12 generate').toBe(true)
})

test('every table of operations has its routes, and they load it', async () => {
  const tables = await Promise.all(Object.values(routes).map(({ load }) => load()))
  expect(new Set(tables)).toEqual(new Set(Object.values(operationTables)))
})
