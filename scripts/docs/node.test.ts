import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages, workspace } from '@svc/test-kit/pages'
import { expect, test } from 'vitest'

const enginesOf = (path: string): string => {
  const { engines } = JSON.parse(readFileSync(join(workspace, path), 'utf8')) as { engines: { node: string } }
  return engines.node
}
const PUBLISHED = ['api', 'cli', 'jest', 'playwright', 'vitest']

test('every page names the versions of Node that the packages, the server and Vitest declare', () => {
  const ours = [...new Set(PUBLISHED.map((name) => enginesOf(`packages/${name}/package.json`)))]
  const vitest = /^\^(\d+\.\d+)\./.exec(enginesOf('packages/vitest/node_modules/vitest/package.json'))
  const declared = [...ours, enginesOf('package.json')].map((range) => range.replace('>=', ''))
  const known = [...declared, vitest?.[1]]
  expect(ours).toHaveLength(1)
  const named = pages().flatMap(({ path, text }) =>
    [...text.matchAll(/\bNode(?:\.js)? (\d+(?:\.\d+)?) or newer/g)].map(([, version]) => ({ path, version })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ version }) => !known.includes(version))).toEqual([])
  const page = pages().find(({ path }) => path === 'docs/reference/compatibility.md')
  for (const version of known) expect(page?.text).toContain(`Node ${version} or newer`)
})
