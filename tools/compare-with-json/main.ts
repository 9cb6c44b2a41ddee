import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compare } from './compare.ts'
import { type Execution, readExecution } from './read-execution.ts'
import { type PlaywrightReport, readPlaywright } from './read-playwright.ts'
import { type JestReport, readVitestOrJest } from './read-vitest-or-jest.ts'

// Compares an execution with the JSON report that the runner itself wrote in the same run:
// SVC_URL=… SVC_API_KEY=… node tools/compare-with-json/main.ts --root <checkout> <report.json> <execution id>
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: process.cwd() }, show: { type: 'string', default: '10' } },
})
const [path, id] = positionals
if (!path || !id) throw new Error('give the report and the id of the execution')

const { SVC_URL = 'http://127.0.0.1:4700', SVC_API_KEY = '' } = process.env
const answer = await fetch(`${SVC_URL}/api/executions/${id}`, {
  headers: { authorization: `Bearer ${SVC_API_KEY}` },
})
if (!answer.ok) throw new Error(await answer.text())
const { data }: { data: Execution } = JSON.parse(await answer.text())

const json: PlaywrightReport | JestReport = JSON.parse(readFileSync(path, 'utf8'))
const isPlaywright = 'suites' in json
const report = isPlaywright ? readPlaywright(json, values.root) : readVitestOrJest(json, values.root)
// Durations are kept with two decimals below 10 ms and in whole milliseconds above.
const differences = compare(report, readExecution(data, values.root), isPlaywright ? 0 : 0.5)

const byKind = Map.groupBy(differences, ({ what }) => what)
const [part] = data.parts
console.log(
  `${data.framework} ${part?.runner.version}: ${report.tests.length} tests,`,
  JSON.stringify(data.counts),
)
for (const [what, all] of byKind) {
  console.log(`\n${what}: ${all.length}`)
  for (const one of all.slice(0, Number(values.show))) console.log(' ', JSON.stringify(one))
}
console.log(differences.length === 0 ? 'no differences' : `\n${differences.length} differences`)
process.exitCode = differences.length === 0 ? 0 : 1
