import { randomUUID } from 'node:crypto'
import { failedTwice, type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'
import { attach, upload } from './send.ts'
import type { World } from './world.ts'

export const HOUR_MS = 3_600_000
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const GONE = { message: 'priceOf is not a function', file: 'src/price.test.ts' }
const NAMES = ['adds', 'sums', 'rounds', 'prints']
const sha = (n: number) => `${n}`.repeat(40)

export const all = (...changed: MadeTest[]): MadeTest[] => [
  ...NAMES.filter((name) => !changed.some(({ titles }) => titles[0] === name)).map((name) =>
    passed(name, { file: GONE.file }),
  ),
  ...changed,
]

const withScreenshot = (made: MadeTest): MadeTest => ({
  ...made,
  attempts: made.attempts.map((each, i) =>
    i < made.attempts.length - 1
      ? each
      : {
          ...each,
          detail: { ...each.detail, attachments: [{ name: 'screenshot', contentType: 'image/png' }] },
        },
  ),
})

/** A pull request of two suites with three pushes, the newest with one error in both. */
export async function seedPull({ url, apiKey, seeded }: World, project: string, number: number) {
  const to = { url, apiKey, now: seeded.now }
  const send = (at: number, suite: string, code: NonNullable<MadeRun['code']>, results: MadeTest[]) =>
    upload(
      to,
      {
        project,
        suite,
        journal: randomUUID(),
        startedAt: seeded.now + at * HOUR_MS,
        build: `${project}-${at}-${suite}`,
        code,
        results,
      },
      true,
    )
  const main = { branch: 'main', repository: `acme/${project}` }
  for (let i = 0; i < 6; i++)
    for (const suite of ['unit', 'e2e']) await send(i - 20, suite, { ...main, testedSha: sha(9) }, all())
  const push = (n: number) => ({
    ...main,
    branch: 'cheaper',
    baseBranch: 'main',
    pullRequest: number,
    message: 'Cheaper prices',
    headSha: sha(n),
    testedSha: sha(n),
  })
  const fail = (name: string) => failedTwice(name, GONE)
  await send(-6, 'unit', push(1), all(fail('adds'), fail('sums'), fail('rounds')))
  await send(-6, 'e2e', push(1), all())
  await send(-5, 'unit', push(2), all(fail('adds'), fail('sums')))
  await send(-5, 'e2e', push(2), all(fail('prints')))
  await send(-4, 'unit', push(3), all(fail('adds')))
  const last = await send(-4, 'e2e', push(3), all(withScreenshot(fail('prints'))))
  await attach(to, last, [PIXEL])
}
