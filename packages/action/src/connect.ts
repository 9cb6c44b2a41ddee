import type { Run } from './run.ts'
import { inInputs, makeSvc, type Svc } from './svc/call.ts'
import { exchangeKey } from './svc/key.ts'
import { Trouble } from './trouble.ts'

/** With what a run goes on: the server, the ways of a fork without secrets, or nothing. */
export type Connection = { kind: 'svc'; run: Run; svc: Svc } | { kind: 'fork' } | { kind: 'none' }

/** Finds a key: one for the token of this job where `oidc` is set, else the input's. What is missing is said, with what to do. */
export const connect = async (run: Run): Promise<Connection> => {
  const { settings, event, output, config } = run
  const hasNoSecrets = event.isFork || event.isDependabot
  if (settings.apiKey === '' && hasNoSecrets && !mayAskIdToken(run)) return { kind: 'fork' }
  if (settings.url === '') {
    output.note(
      'error',
      'The input url is missing: it takes the address of the svc server, such as https://tests.example.com.',
    )
    return { kind: 'none' }
  }
  if (config.problem) {
    output.note('error', `${capital(inInputs(config.problem))}.`)
    return { kind: 'none' }
  }
  if (settings.apiKey === '' && !settings.oidc) {
    output.note(
      'error',
      `The input api-key is missing or its secret is empty, so that nothing is reported. Make a key with the role editor and the scopes ingest and read, store it as a secret, and write "api-key: \${{ secrets.SVC_API_KEY }}"; or set "oidc: true".`,
    )
    return { kind: 'none' }
  }
  try {
    const apiKey = settings.apiKey || (await exchangeKey(run))
    const { post, deadline } = run
    const svc = makeSvc({ url: config.url, apiKey, isOidc: settings.oidc, post, deadline, say: output.say })
    return { kind: 'svc', run: { ...run, config: { ...config, apiKey } }, svc }
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    if (settings.apiKey === '' && hasNoSecrets) return { kind: 'fork' }
    output.note('error', error.message)
    return { kind: 'none' }
  }
}

/** Never on a fork; Dependabot's own runs may be let. */
const mayAskIdToken = ({ settings, env, output, event }: Run): boolean => {
  if (!settings.oidc) return false
  if (env.ACTIONS_ID_TOKEN_REQUEST_URL) return true
  output.note(
    'notice',
    `GitHub signs no tokens for ${event.isFork ? 'pull requests from forks' : 'this run of Dependabot'}, so that oidc is not available here: the companion workflow reports it.`,
  )
  return false
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
