import type { Failure } from '@svc/protocol'
import type { TestApp } from './make-app.ts'
import { pull as code } from './pull-request.ts'
import { sha } from './sha.ts'
import { type MadeRun, made, passed, settled } from './upload.ts'

export const pull = { ...code, headSha: sha('b') }
export const CI = { provider: 'GitHub Actions', url: 'https://github.com/acme/shop/actions/runs/812' }

export const comment = async (app: TestApp) =>
  (await app.get<{ markdown: string }>('/api/pull-requests/7')).data.markdown

/** The comment after five runs of main in which all of this passed, and this run of a pull request. */
export async function after(app: TestApp, head: MadeRun): Promise<string> {
  const results = (head.results ?? []).map(({ file, titles }) => passed(titles.join(' > '), { file }))
  for (let i = 0; i < 5; i++) await settled(app, { results: [...results, passed('fine')] })
  await settled(app, { code: pull, ...head, results: [...(head.results ?? []), passed('fine')] })
  return comment(app)
}

export const broken = (title: string, file: string, failure: Failure) => {
  const attempt = { status: 'failed' as const, detail: { errors: [failure] } }
  return made(title, { file }, [attempt, attempt])
}
export const many = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i))
