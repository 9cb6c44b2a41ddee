import { describe, expect, inject, test } from 'vitest'
import { blocksOf, readmeOf } from './readme.ts'
import { readAll } from './tarballs.ts'

const reporters = ['jest', 'playwright', 'vitest']

describe.each(reporters)('the README of %s', (name) => {
  test('tells every option, and the variable beside it', () => {
    const rows = [...readmeOf(name).matchAll(/^\| `(\w+)` \| `(SVC_\w+)` \|/gm)]
    const options = rows.map(([, option = '']) => option)
    expect(options.toSorted()).toEqual(optionsOf(`@svc/${name}`).toSorted())
    for (const [, option = '', variable] of rows) expect(variable).toBe(variableOf(option))
  })
})

test.each(reporters)('the README of %s installs that package and no other', (name) => {
  expect(blocksOf(name).commands).toEqual([`npm install --save-dev @svc/${name}`])
})

/** The options as the published types declare them. */
const optionsOf = (name: string): string[] => {
  const types = readAll(inject('archives')).get(name)?.read('lib/client-options.d.ts') ?? ''
  return [...types.matchAll(/^ {4}(\w+)\?:/gm)].map(([, option = '']) => option)
}

const variableOf = (option: string): string =>
  `SVC_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
