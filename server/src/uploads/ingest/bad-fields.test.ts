import { expect, test } from 'vitest'
import {
  expectRefused,
  good,
  invalid,
  spoiled,
  withAttempt,
  withDetail,
  withOpen,
} from '../../testing/bad-journals.ts'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { ndjson } from '../../testing/upload.ts'

const caused = (depth: number): object =>
  depth === 0 ? { message: 'x' } : { message: 'x', cause: caused(depth - 1) }

onEachDatabase('bad fields of journals', (makeApp) => {
  test('an invalid field is reported with its line and the values that it accepts', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const year = 366 * 86_400_000
    const cases: [unknown[], string | RegExp][] = [
      [
        spoiled(0, ([k, , open]) => [k, 2, open]),
        /^line 1, open\[1\] \(version\): expected journal version 1 \(update the server\), not 2\.$/,
      ],
      [spoiled(0, ([k, , open]) => [k, '1', open]), /version 1 \(update the reporter\), not "1"/],
      [spoiled(0, ([k, v]) => [k, v, 'x']), 'line 1, open: expected an object, not "x".'],
      [withOpen('journal', 'x'), 'line 1, open.journal: expected a UUID, not "x".'],
      [withOpen('journal', undefined), 'line 1, open.journal: expected a UUID.'],
      [withOpen('project', 'No Slug!'), /^line 1, open\.project: expected a slug/],
      [withOpen('suite', ''), 'line 1, open.suite: expected a non-empty string, not "".'],
      [withOpen('suite', 5), 'line 1, open.suite: expected a string, not 5.'],
      [withOpen('build', null), 'line 1, open.build: expected a string, not null.'],
      [withOpen('runAttempt', 0), 'line 1, open.runAttempt: expected a number from 1 to 100000, not 0.'],
      [withOpen('runAttempt', 1.5), 'line 1, open.runAttempt: expected a whole number, not 1.5.'],
      [withOpen('trust', 'root'), 'line 1, open.trust: expected one of ci, local, fork, not "root".'],
      [withOpen('part.leg', ''), /^line 1, open\.part\.leg: expected a non-empty string/],
      [
        withOpen('part.shard', { index: 3, total: 2 }),
        'line 1, open.part.shard.index: expected a number from 1 to 2, not 3.',
      ],
      [withOpen('part', []), 'line 1, open.part: expected an object, not an array.'],
      [
        withOpen('code.testedSha', 'HEAD'),
        /^line 1, open\.code\.testedSha: expected a commit sha of 7 to 64 hex digits/,
      ],
      [withOpen('code.pullRequest', -1), /^line 1, open\.code\.pullRequest: expected a number from 1 to/],
      [withOpen('code.dirty', 'yes'), 'line 1, open.code.dirty: expected true or false, not "yes".'],
      [
        withOpen('code.ancestry', Array(101).fill({})),
        'line 1, open.code.ancestry: expected at most 100 items, not 101.',
      ],
      [
        withOpen('ci', { provider: 'x', url: 'javascript:alert(1)' }),
        /^line 1, open\.ci\.url: expected an http or https address/,
      ],
      [
        withOpen('ci', { provider: 'x', jobUrl: 'javascript:alert(1)' }),
        /^line 1, open\.ci\.jobUrl: expected an http or https address/,
      ],
      [withOpen('startedAt', -1), /^line 1, open\.startedAt: expected a number from 0 to/],
      [withOpen('startedAt', '2026-01-01'), /^line 1, open\.startedAt: expected a number/],
      [withOpen('tags', ['']), 'line 1, open.tags[0]: expected a non-empty string, not "".'],
      [withOpen('root', '/'), 'line 1, open.root: expected one of git, SVC_ROOT, runner, not "/".'],
      [
        spoiled(2, () => ['imports', { files: 'a', tests: 1, imports: [], open: [] }]),
        'line 3, imports.files: expected an array, not "a".',
      ],
      [
        spoiled(2, () => ['imports', { files: ['a'], tests: 1, imports: [[-1]], open: [] }]),
        /^line 3, imports\.imports\[0\]\[0\]: expected a number from 0 to 3999, not -1/,
      ],
      [
        spoiled(2, () => [
          'imports',
          { files: [], tests: 0, imports: Array(11).fill(Array(4_000).fill(0)), open: [] },
        ]),
        'line 3, imports.imports: expected at most 40000 imports together.',
      ],
      [
        spoiled(2, () => [
          'imports',
          { files: [], tests: 0, imports: [], open: [], changed: { files: [5], removed: [] } },
        ]),
        'line 3, imports.changed.files[0]: expected a string, not 5.',
      ],
      [spoiled(1, (line) => [line[0], -1, line[2]]), /^line 2, group\[1\]: expected a number from 0/],
      [
        spoiled(1, (line) => [line[0], 0, { file: 5, titles: [] }]),
        'line 2, group[2].file: expected a string, not 5.',
      ],
      [
        spoiled(1, (line) => [line[0], 0, { file: 'a', titles: 'b' }]),
        'line 2, group[2].titles: expected an array, not "b".',
      ],
      [
        spoiled(1, (line) => [line[0], 0, { file: 'a', titles: Array(65).fill('x') }]),
        'line 2, group[2].titles: expected at most 64 items, not 65.',
      ],
      [
        withAttempt(1, 7),
        'line 3, attempt[1]: expected the number of a group defined on an earlier line of this body, not 7.',
      ],
      [withAttempt(1, '0'), /^line 3, attempt\[1\]: expected the number of a group/],
      [withAttempt(2, 5), 'line 3, attempt[2] (title): expected a string, not 5.'],
      [
        withAttempt(3, 'ok'),
        'line 3, attempt[3] (status): expected one of passed, failed, timedOut, interrupted, skipped, not "ok".',
      ],
      [withAttempt(4, -1), `line 3, attempt[4] (start): expected a number from 0 to ${year}, not -1.`],
      [withAttempt(4, null), /^line 3, attempt\[4\] \(start\): expected a number.*not null/],
      [withAttempt(5, '5'), /^line 3, attempt\[5\] \(duration\): expected a number.*not "5"/],
      [
        withAttempt(5, year + 1),
        `line 3, attempt[5] (duration): expected a number from 0 to ${year}, not ${year + 1}.`,
      ],
      [withDetail([]), 'line 3, attempt[6]: expected an object, not an array.'],
      [withDetail({ occurrence: 1.5 }), 'line 3, attempt[6].occurrence: expected a whole number, not 1.5.'],
      [
        withDetail({ repeat: 3_000_000_000 }),
        /^line 3, attempt\[6\]\.repeat: expected a number from 0 to 2147483647/,
      ],
      [
        withDetail({ errors: [{ message: 1 }] }),
        'line 3, attempt[6].errors[0].message: expected a string, not 1.',
      ],
      [withDetail({ errors: [{}] }), 'line 3, attempt[6].errors[0].message: expected a string.'],
      [withDetail({ errors: [caused(9)] }), /cause: expected causes nested at most 8 deep\.$/],
      [
        withDetail({ skip: { kind: 'maybe' } }),
        /^line 3, attempt\[6\]\.skip\.kind: expected one of skip, todo, hook/,
      ],
      [
        withDetail({ location: { file: 'a', line: -1 } }),
        /^line 3, attempt\[6\]\.location\.line: expected a number from 0/,
      ],
      [
        withDetail({ steps: [{ title: 't' }] }),
        /^line 3, attempt\[6\]\.steps\[0\]\.durationMs: expected a number/,
      ],
      [
        withDetail({ attachments: [{ name: 'a' }] }),
        'line 3, attempt[6].attachments[0].contentType: expected a string.',
      ],
      [
        spoiled(4, () => ['end', { status: 'done', durationMs: 1 }]),
        /^line 5, end\.status: expected one of passed, failed, interrupted/,
      ],
      [spoiled(4, () => ['end', { status: 'passed' }]), /^line 5, end\.durationMs: expected a number/],
      [spoiled(4, () => ['error', { failure: 'x' }]), 'line 5, error.failure: expected an object, not "x".'],
      [spoiled(4, () => ['warning']), 'line 5, warning: expected a string.'],
    ]
    for (const [lines, message] of cases) await expectRefused(app, ndjson(lines), invalid(message))
    for (const [literal, refusal] of [
      ['NaN', /^line 3: expected one JSON array/],
      ['1e999', /^line 3, attempt\[4\] \(start\): expected a number/],
      ['-1e999', /^line 3, attempt\[4\] \(start\): expected a number/],
    ] as const)
      await expectRefused(app, good().replace('"passed",0,5', `"passed",${literal},5`), invalid(refusal))
    expect(await countRows(app)).toEqual(before)
  })
})
