import { expect, test } from 'vitest'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { commit, result, upload } from '../../testing/send-document.ts'

onEachDatabase('bad documents', (makeApp) => {
  test('a field that is not known is refused by name, however deep it stands', async () => {
    const app = await makeApp()
    const failure = { message: 'wrong' }
    const failing = { file: 'a.test.ts', titles: ['a'] }
    const tried = (detail: object) => ({
      results: [{ ...failing, attempts: [{ status: 'failed', durationMs: 1, ...detail }] }],
    })
    const faulty: [place: string, document: object][] = [
      ['body', { x: 1 }],
      ['body.code', { code: { x: 1, testedSHA: 'abc' } }],
      ['body.code.ancestry[1]', { code: { ancestry: [commit, { ...commit, x: 1 }] } }],
      ['body.part', { part: { x: 1 } }],
      ['body.part.shard', { part: { shard: { index: 1, total: 2, x: 1 } } }],
      ['body.ci', { ci: { provider: 'Jenkins', x: 1 } }],
      ['body.runner', { runner: { name: 'mocha', x: 1 } }],
      ['errors[0]', { errors: [{ failure, x: 1 }] }],
      ['errors[0].failure', { errors: [{ failure: { ...failure, x: 1 } }] }],
      ['results[0]', { results: [{ ...result, x: 1 }] }],
      ['results[0].skip', { results: [{ ...result, status: 'skipped', skip: { kind: 'todo', x: 1 } }] }],
      ['results[0].location', { results: [{ ...result, location: { file: 'a', line: 1, x: 1 } }] }],
      ['results[0].attempts[0]', tried({ x: 1 })],
      [
        'results[0].attempts[0].errors[0].cause',
        tried({ errors: [{ ...failure, cause: { ...failure, x: 1 } }] }),
      ],
      [
        'results[0].attempts[0].errors[0].errors[1]',
        tried({ errors: [{ ...failure, errors: [failure, { ...failure, x: 1 }] }] }),
      ],
      [
        'results[0].attempts[0].steps[0].steps[0]',
        tried({ steps: [{ title: 's', durationMs: 1, steps: [{ title: 't', durationMs: 1, x: 1 }] }] }),
      ],
      [
        'results[0].attempts[0].attachments[0]',
        tried({ attachments: [{ name: 'n', contentType: 'text/plain', x: 1 }] }),
      ],
      ['results[0].attempts[0].annotations[0]', tried({ annotations: [{ type: 'issue', x: 1 }] })],
    ]
    const before = await countRows(app)
    for (const [place, document] of faulty) {
      const { status, error } = await upload(app, { project: 'shop', results: [], ...document })
      expect({ status, message: error?.message }).toEqual({
        status: 400,
        message: expect.stringContaining(`${place}: expected no field "x" (known: `),
      })
    }
    expect(await countRows(app)).toEqual(before)
  })

  test('what is wrong is named, and nothing of it is stored', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const shop = (more: object) => ({ project: 'shop', results: [result], ...more })
    const one = (more: object) => shop({ results: [{ ...result, ...more }] })
    const year = 366 * 86_400_000
    const cases: [unknown, string | RegExp][] = [
      [[], 'body: expected an object, not an array.'],
      [null, 'body: expected an object, not null.'],
      [{ results: [result] }, /^project: expected a slug\. The upload names no repository/],
      [{ project: 'shop' }, 'results: expected an array.'],
      [shop({ results: {} }), 'results: expected an array, not an object.'],
      [shop({ result: [] }), /^body: expected no field "result" \(known: id, project, /],
      [shop({ id: 5 }), 'id: expected a string, not 5.'],
      [shop({ runAttempt: 1.5 }), 'body.runAttempt: expected a whole number, not 1.5.'],
      [shop({ runAttempt: '1' }), /^body\.runAttempt: expected a number from 1/],
      [shop({ startedAt: -1 }), /^body\.startedAt: expected a number from 0/],
      [
        shop({ durationMs: year + 1 }),
        `body.durationMs: expected a number from 0 to ${year}, not ${year + 1}.`,
      ],
      [shop({ status: 'green' }), 'body.status: expected one of passed, failed, interrupted, not "green".'],
      [shop({ code: { testedSha: 'main' } }), /^body\.code\.testedSha: expected a commit sha/],
      [shop({ errors: [{ failure: {} }] }), 'errors[0].failure.message: expected a string.'],
      [shop({ results: ['a'] }), 'results[0]: expected an object, not "a".'],
      [one({ file: 7 }), 'results[0].file: expected a string, not 7.'],
      [one({ titles: 'a' }), 'results[0].titles: expected an array, not "a".'],
      [one({ titles: [] }), 'results[0].titles: expected at least one title.'],
      [one({ status: 'ok' }), /^results\[0\]\.status: expected one of passed, failed/],
      [one({ status: undefined }), /^results\[0\]\.status: expected one of passed, failed/],
      [one({ durationMs: -5 }), `results[0].durationMs: expected a number from 0 to ${year}, not -5.`],
      [one({ durationMs: year + 1 }), /^results\[0\]\.durationMs: expected a number from 0/],
      [one({ durationMs: '5' }), /^results\[0\]\.durationMs: expected a number.*not "5"/],
      [one({ occurrence: 1.5 }), 'results[0].occurrence: expected a whole number, not 1.5.'],
      [one({ title: 'a' }), /^results\[0\]: expected no field "title"/],
      [one({ attempts: [{ status: 'passed' }] }), /^results\[0\]: expected either "attempts" or "status"/],
      [one({ status: undefined, attempts: [] }), 'results[0].attempts: expected at least one attempt.'],
      [
        one({ status: undefined, attempts: Array(2_001).fill({ status: 'failed', durationMs: 1 }) }),
        'results[0].attempts: expected at most 2000 items, not 2001.',
      ],
      [one({ errors: [{ message: 5 }] }), 'results[0].errors[0].message: expected a string, not 5.'],
    ]
    for (const [document, message] of cases)
      expect(await upload(app, document), `${message}`).toMatchObject({
        status: 400,
        error: {
          code: 'INVALID_REQUEST',
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        },
      })
    for (const body of ['', '{', `{"results":${'['.repeat(100_000)}`, 'null null'])
      expect(
        await app.request('/api/test-results', {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json' },
        }),
      ).toMatchObject({ status: 400 })
    expect(await upload(app, shop({}), '?suites=x')).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^There is no parameter "suites"/) },
    })
    for (const query of ['project=No%20Slug', 'commit=HEAD', `suite=${'x'.repeat(300)}`])
      expect((await upload(app, shop({}), `?${query}`)).status, query).toBeGreaterThanOrEqual(400)
    expect(await countRows(app)).toEqual(before)
  })
})
