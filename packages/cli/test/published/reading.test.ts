// @module-tag thorough
import { join } from 'node:path'
import { formatNames } from '@svc/formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installed, install } from './installed.ts'
import { NPM } from './managers.ts'
import { nodeBinaries } from './nodes.ts'
import { SAMPLES } from './sample-reports.ts'

let project: Installed

beforeAll(async () => {
  project = await install(NPM, ['@svc/cli'])
  for (const [name, { content }] of Object.entries(SAMPLES)) project.write({ [`reports/${name}`]: content })
})
afterAll(() => project?.remove())

test('there is a report of every format', () =>
  expect(Object.keys(SAMPLES).toSorted()).toEqual(formatNames().toSorted()))

describe.each(nodeBinaries())('under Node $version', (node) => {
  test.each(Object.entries(SAMPLES))('upload reads a report of %s', async (format, { each }) => {
    const program = join(project.folder, 'node_modules/.bin/svc')
    const command = [node.path, program, 'upload', '--dry-run', '--json', `reports/${format}`]
    const { code, stdout, output } = await project.run(command)
    expect(code, output).toBe(0)
    const statuses = { passed: each, failed: each, flaky: 0, skipped: each }
    expect(JSON.parse(stdout)).toMatchObject({ statuses, errors: 0, files: [{ format, repairs: [] }] })
  })
})
