import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'
import { topic, verdictOf } from '../../../testing/verdicts.ts'

const NAMES = ['pays', 'u', 'v', 'w', 'x', 'y']
const LEGS = ['linux', 'macos', 'windows']
const suite = (bad: string[]) =>
  NAMES.map((name) => (bad.includes(name) ? failed(name, { message: `${name} is broken` }) : passed(name)))

let builds = 0
/** A run of several legs, in each of which these tests fail. */
async function runOn(app: TestApp, bad: Record<string, string[]>, code: object = { branch: 'main' }) {
  const build = `legs-${++builds}`
  for (const leg of LEGS)
    await settled(app, { code, build, part: { job: leg, leg }, results: suite(bad[leg] ?? []) })
}
const everywhere = (bad: string[]) => Object.fromEntries(LEGS.map((leg) => [leg, bad]))

async function chanceAfter(app: TestApp, runs: Record<string, string[]>[]): Promise<number | undefined> {
  for (const bad of runs) await runOn(app, bad)
  const verdict = await verdictOf(app, suite(['pays']), { code: topic, part: { job: 'linux', leg: 'linux' } })
  return verdict?.basis.chanceFailures
}

onBothDatabases('failures by chance in base runs of several legs', (makeApp) => {
  test('a test that fails on all legs of one run fails once', async () => {
    const runs = [{}, {}, everywhere(['x']), {}, { macos: ['y'] }, {}, {}]
    expect(await chanceAfter(await makeApp(), runs)).toBeCloseTo(2 / 5)
  })

  test('a run counts if three tests of it fail, and not if more do, each on its own leg', async () => {
    const three = [{}, {}, { linux: ['u'], macos: ['v'], windows: ['w'] }, {}, {}, {}, {}]
    expect(await chanceAfter(await makeApp(), three)).toBeCloseTo(3 / 5)
    const four = [{}, {}, { linux: ['u', 'x'], macos: ['v'], windows: ['w'] }, {}, {}, {}, {}]
    expect(await chanceAfter(await makeApp(), four)).toBe(0)
  })
})
