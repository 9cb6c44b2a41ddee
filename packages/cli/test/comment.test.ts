import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { asked, comment, envOf, type HostName, makeShop, placeOf, server } from './comment-shop.ts'
import { green } from './reports.ts'
import { shaOf, svc } from './shop.ts'

// `svc comment`: the server's text on a merge or pull request, and how a pipeline asks for it.

describe('the text', () => {
  const NASTY = 'closes #1 !2 ~bug @all %"1.0" <b>x</b> `code` ![i](u) :tada: *a* _b_ &amp; [issue:3]'
  const MESSAGE = 'Error: no\n/close\n```\n/merge\n</details>\n<!-- x -->'
  const nasty = async (host: HostName) => {
    const shop = await makeShop()
    await shop.run(
      {},
      {
        results: [
          { file: 'src/a.test.ts', titles: [NASTY], status: 'failed', errors: [{ message: MESSAGE }] },
          ...Array.from({ length: 4 }, (_, i) => ({
            file: `src/\`${i}\`.test.ts`,
            titles: [`${NASTY} ${i}`],
            status: 'failed',
            errors: [{ message: 'Error: of one cause' }],
          })),
        ],
      },
    )
    const { code, out, err } = await comment(shop, host, ['--dry-run'], {
      SVC_GITLAB_TOKEN: '',
      SVC_BITBUCKET_TOKEN: '',
    })
    expect(code, err).toBe(0)
    expect(shop.hosts.calls).toEqual([])
    return out
  }

  test('for GitLab mentions, links and commands nothing, and folds', async () => {
    const out = await nasty('gitlab')
    expect(out).toMatch(/^<!-- svc:pull-request -->\n\n### /)
    expect(out).toContain('<details><summary>')
    // In the finished text, where GitLab looks for them, references have something in between.
    const finished = out
      .replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
      .replace(/<code>.*?<\/code>|\]\([^)]*\)/g, '')
      .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    for (const reference of [/#\d/, /!\d/, /~\w/, /@\w/, /%["\w]/, /\[issue:/, /:tada:/])
      expect(finished).not.toMatch(reference)
    expect(out).not.toMatch(/^\s*\/[a-z]/m)
  })

  test('for Bitbucket has no HTML, an invisible marker, and names as they are', async () => {
    const out = await nasty('bitbucket')
    expect(out).toMatch(/^\[\/\/\]: # \(svc:pull-request\)\n\n### /)
    const text = out.replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
    expect(text).not.toMatch(/<\/?[a-z]|<!--|&#?\w+;/i)
    expect(text).not.toMatch(/(?<!\\)[*_`](?:a|b|code)[*_`]/)
    expect(text).toContain('\\*a\\* \\_b\\_')
    expect(text).toMatch(/\*\*.* and 1 more\*\*/)
    expect(text).toContain('``` src/`0`.test.ts ```'.replaceAll('```', '``'))
  })

  test('for GitHub is the one of the server', async () => {
    const shop = await makeShop()
    await shop.run({ cards: 'failed' })
    const { out } = await comment(shop, 'github', ['--dry-run', '--json'])
    const { data } = (await (
      await fetch(`${server.url}/api/pull-requests/7?repo=acme/${shop.project}`, {
        headers: { authorization: `Bearer ${server.apiKey}` },
      })
    ).json()) as { data: { markdown: string; revision: number } }
    expect(JSON.parse(out)).toMatchObject({ markdown: data.markdown, revision: data.revision })
  })
})

/** The tests may run in a CI of their own. */
const NOTHING = {
  GITLAB_CI: '',
  BITBUCKET_BUILD_NUMBER: '',
  BITBUCKET_REPO_FULL_NAME: '',
  GITHUB_ACTIONS: '',
}

test.each(['gitlab', 'bitbucket'] as const)('in pipelines of %s its variables say it all', async (host) => {
  const shop = await makeShop()
  await shop.run({ cards: 'failed' })
  const { code, out, err } = await svc(shop.folder, ['comment', '--wait=1s'], envOf(shop, host))
  expect(code, err).toBe(0)
  expect(out).toMatch(/^\w+ a note on (?:merge request !7|pull request #7) of acme\/shop-\d+: https/)
})

test('what is missing is named, with where it comes from', async () => {
  const shop = await makeShop()
  const known = { SVC_API_KEY: server.apiKey, SVC_URL: server.url }
  const told = async (env: Record<string, string>, ...args: string[]) => {
    const { err } = await asked(shop, args, { ...NOTHING, ...known, ...env })
    vi.unstubAllEnvs()
    return err
  }
  expect(await told({})).toMatch(/^svc: .*\nnext: .*--host gitlab, --host bitbucket, --host github\n$/)
  expect(await told({}, '--host', 'github')).toMatch(/^svc: .*pull request .*\nnext: .*--pull-request/)
  expect(await told({}, '--host', 'github', '--pull-request', '7')).toMatch(/repository.*\nnext: .*--repo/)
  const { CI_MERGE_REQUEST_IID: _, ...branch } = envOf(shop, 'gitlab')
  expect(await told(branch)).toMatch(/merge request.*\nnext: .*CI_MERGE_REQUEST_IID/)
  const there = placeOf(shop, 'gitlab')
  const { SVC_GITLAB_TOKEN: __, ...job } = envOf(shop, 'gitlab')
  expect(await told({ ...job, CI_JOB_TOKEN: 'x' }, ...there)).toMatch(
    /^svc: SVC_GITLAB_TOKEN is not set, and a CI_JOB_TOKEN cannot write notes\nnext: set SVC_GITLAB_TOKEN/,
  )
  expect(await told(envOf(shop, 'gitlab'), ...there)).toMatch(
    /^svc: the server has no results for number 7 of acme\/shop-\d+\nnext: run the tests/,
  )
  expect(await told({ ...envOf(shop, 'gitlab'), CI_API_V4_URL: 'ftp://x' }, ...there)).toMatch(
    /^svc: CI_API_V4_URL is not/,
  )
  expect(
    await told({ ...envOf(shop, 'gitlab'), CI_API_V4_URL: 'http://127.0.0.1:1/api/v4' }, ...there),
  ).toMatch(/^svc: http:\S+ could not be reached \(ECONNREFUSED\).*\nnext: .*GitLab/)
})

test('with --wait it waits for what still runs, and says where that takes too long', async () => {
  const shop = await makeShop()
  const env = { ...envOf(shop, 'gitlab'), CI_PIPELINE_ID: '31', CI_COMMIT_SHA: shaOf(5) }
  writeFileSync(join(shop.folder, 'a.xml'), green())
  const sent = JSON.parse((await svc(shop.folder, ['upload', 'a.xml', '--json'], env)).out)
  const late = await asked(shop, [...placeOf(shop, 'gitlab'), '--wait=1s'], env)
  expect(late, late.err).toMatchObject({ code: 4, out: expect.stringMatching(/^Created/) })
  expect(late.err).toMatch(
    /^(?:svc: waiting .*\n)+svc: .*; to wait longer: npx --no svc comment --wait=1h\n$/,
  )
  expect(shop.hosts.notes[0]?.body).toMatch(/· provisional until \d{4}-/)
  const waiting = asked(shop, [...placeOf(shop, 'gitlab'), '--wait=10m'], env)
  await server.get(`/api/executions/${sent.url.split('/').at(-1)}/settle`, 'POST')
  expect(await waiting).toMatchObject({ code: 0, out: expect.stringMatching(/^Updated/) })
  expect(shop.hosts.notes[0]?.body).not.toMatch(/· provisional until \d{4}-/)
})
