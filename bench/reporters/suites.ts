import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunnerName } from './peers.ts'

/** A made-up project of one runner. */
export interface Suite {
  runner: RunnerName
  name: string
  folder: string
  tests: number
  failing: number
  remove(): void
}

/** What a suite is made of; one test in `failsEvery` fails and prints, 0 for none. */
export interface Shape {
  files: number
  testsPerFile: number
  failsEvery: number
}

const BLOCKS = 5
const IMPORTS: Record<RunnerName, string> = {
  vitest: `import { describe, expect, test } from 'vitest'`,
  jest: '',
  playwright: `const { test, expect } = require('@playwright/test'); const { describe } = test`,
}
const ENDING: Record<RunnerName, string> = { vitest: '.test.mjs', jest: '.test.cjs', playwright: '.spec.cjs' }

/** Writes a suite below the folder where its runner is installed, as a git repository with one commit. */
export const makeSuite = (runner: RunnerName, home: string, name: string, shape: Shape): Suite => {
  const folder = mkdtempSync(join(home, 'suite-'))
  const files = Array.from({ length: shape.files }, (_, file) => file)
  for (const file of files)
    write(
      join(folder, 'tests', `area-${file % 10}`, `module-${file}${ENDING[runner]}`),
      source(runner, file, shape),
    )
  write(join(folder, 'package.json'), JSON.stringify({ name: 'suite', private: true }))
  write(join(folder, '.gitignore'), 'out/\n.svc/\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: folder,
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'suite')
  // As a clone has it.
  git('remote', 'add', 'origin', 'https://example.com/acme/suite.git')
  const tests = shape.files * shape.testsPerFile
  const failing = shape.failsEvery ? files.reduce((sum, file) => sum + failingIn(file, shape).length, 0) : 0
  return {
    runner,
    name,
    folder,
    tests,
    failing,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const fails = (file: number, test: number, { testsPerFile, failsEvery }: Shape) =>
  failsEvery > 0 && (file * testsPerFile + test) % failsEvery === failsEvery - 1

const failingIn = (file: number, shape: Shape) =>
  Array.from({ length: shape.testsPerFile }, (_, test) => test).filter((test) => fails(file, test, shape))

const source = (runner: RunnerName, file: number, shape: Shape): string => {
  const perBlock = Math.ceil(shape.testsPerFile / BLOCKS)
  const lines = [IMPORTS[runner]]
  for (let test = 0; test < shape.testsPerFile; test++) {
    if (test % perBlock === 0) lines.push(`describe('part ${test / perBlock} of module ${file}', () => {`)
    const body = fails(file, test, shape) ? failing(test) : ''
    lines.push(`  test('takes case ${test} and answers as documented', () => {${body}})`)
    if (test % perBlock === perBlock - 1 || test === shape.testsPerFile - 1) lines.push('})')
  }
  return `${lines.join('\n')}\n`
}

const failing = (test: number) => `
    for (let line = 0; line < 10; line++) console.log('step ' + line + ' of case ${test}: waiting for the answer')
    console.error('no answer to case ${test}')
    expect({ status: 500, items: [1, 2, 3] }).toEqual({ status: 200, items: [1, 2, ${test}] })
  `

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
