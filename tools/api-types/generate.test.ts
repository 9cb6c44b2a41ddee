import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GENERATED, generateClient } from './generate.ts'
import { typeOf } from './types.ts'

test('the generated part of the client is of today: npx -y pnpm@12 generate makes it anew', async () => {
  const kept = readFileSync(new URL(`../../${GENERATED}`, import.meta.url), 'utf8')
  expect((await generateClient()) === kept, 'Run: npx -y pnpm@12 generate').toBe(true)
})

test('schemas become types', () => {
  expect(typeOf({ type: ['string', 'null'] }, 'answered')).toBe('string | null')
  expect(typeOf({ type: 'array', items: { enum: ['a', 'b'] } }, 'answered')).toBe('("a" | "b")[]')
  expect(typeOf({ $ref: '#/components/schemas/Failure' }, 'answered')).toBe('Failure')
  expect(typeOf({ type: 'object', additionalProperties: { type: 'number' } }, 'answered')).toBe(
    'Record<string, number>',
  )
  const object = { type: 'object', properties: { a: { type: 'integer' } } } as const
  expect(typeOf(object, 'sent')).toBe('{\na?: number | undefined\n}')
  expect(typeOf(object, 'answered')).toBe('{\na?: number\n}')
})
