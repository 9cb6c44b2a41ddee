import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESERVED_PROJECT_SLUGS } from '@svc/protocol'
import { expect, test } from 'vitest'

test('no project has the name of a page of its organization', () => {
  const routes = readFileSync(join(import.meta.dirname, '../src/routes.tsx'), 'utf8')
  const below = routes.matchAll(/'\/o\/\$organization\/([^/'$]+)/g)
  expect([...new Set([...below].map(([, name]) => name))].sort()).toEqual(RESERVED_PROJECT_SLUGS)
})
