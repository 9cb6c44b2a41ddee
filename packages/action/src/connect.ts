import type { StepContext } from './context.ts'
import { inInputs, makeSvc, type Svc } from './svc/call.ts'
import { exchangeKey } from './svc/key.ts'
import { Trouble } from './trouble.ts'

/** How a run continues: with the server, as a fork without secrets, or not at all. */
export type Connection = { kind: 'svc'; context: StepContext; svc: Svc } | { kind: 'fork' } | { kind: 'none' }

/** Returns a connection with a key: for the token of this job if `oidc` is set, else from the input. Notes what is missing. */
export const connect = async (context: StepContext): Promise<Connection> => {
  const { settings, event, log, config } = context
  const hasNoSecrets = event.isFork || event.isDependabot
  if (settings.apiKey === '' && hasNoSecrets && !mayAskIdToken(context)) return { kind: 'fork' }
  if (settings.url === '') {
    log.note(
      'error',
      'The input url is missing. Set it to the address of the svc server, such as https://tests.example.com.',
    )
    return { kind: 'none' }
  }
  if (config.problem) {
    log.note('error', `${capital(inInputs(config.problem))}.`)
    return { kind: 'none' }
  }
  if (settings.apiKey === '' && !settings.oidc) {
    log.note(
      'error',
      `The input api-key is missing or its secret is empty, so nothing is reported. Create a key with the role editor and the scopes ingest and read, store it as a secret, and set "api-key: \${{ secrets.SVC_API_KEY }}". Or set "oidc: true".`,
    )
    return { kind: 'none' }
  }
  try {
    const apiKey = settings.apiKey || (await exchangeKey(context))
    const { post, deadline } = context
    const svc = makeSvc({ url: config.url, apiKey, isOidc: settings.oidc, post, deadline, say: log.say })
    return { kind: 'svc', context: { ...context, config: { ...config, apiKey } }, svc }
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    if (settings.apiKey === '' && hasNoSecrets) return { kind: 'fork' }
    log.note('error', error.message)
    return { kind: 'none' }
  }
}

/** True if GitHub signs a token for this run: never for a fork, and for Dependabot only with a permission. */
const mayAskIdToken = ({ settings, env, log, event }: StepContext): boolean => {
  if (!settings.oidc) return false
  if (env.ACTIONS_ID_TOKEN_REQUEST_URL) return true
  log.note(
    'notice',
    `GitHub signs no tokens for ${event.isFork ? 'pull requests from forks' : 'this run of Dependabot'}, so oidc is not available. The companion workflow reports this run.`,
  )
  return false
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
