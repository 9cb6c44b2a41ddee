import { Command } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { plainName, typed } from '../terminal/text.ts'

interface Options {
  url?: string
  keyStdin?: boolean
}

const DEFAULT_URL = 'http://127.0.0.1:4700'

const MANUAL: Manual = {
  text: `Asks for a server and an API key, checks the key against the server and stores it for your
user. Later commands then need no SVC_API_KEY. The command stores one key for each server. The
last login is the default server. If SVC_API_KEY is set, commands ignore all logins.

The file is svc/login.json in XDG_CONFIG_HOME or ~/.config, and in %APPDATA% on Windows. It
holds the keys as text. Only your user can read it, and commands refuse it if others can.

If the key can send results, reporters use it too: on this machine, in projects that have a
reporter, if no other key is set. The output of a run says so. SVC_LOGIN=0, or the option
login: false of a reporter, turns that off. In CI reporters ignore logins: store the key as a
secret there.`,
  examples: [
    ['npx --no svc login', 'asks for server and key; the key stays invisible'],
    ['npx --no svc login --url https://svc.example.com', 'asks for the key only'],
    ['npx --no svc login --url https://svc.example.com --key-stdin < key', 'reads the key from a file'],
  ],
  json: '{ "url", "organization", "key": { "name", "role", "scopes", "project",\n  "expiresAt" }, "file" }. Needs --key-stdin.',
  exitCodes: { 0: 'the server accepts the key, and it is stored' },
  environment: {
    SVC_API_KEY: undefined,
    SVC_PROJECT: undefined,
    SVC_URL: 'address of the server, if --url is not given',
  },
  seeAlso: ['logout', 'keys create', 'doctor'],
}

/** `svc login`: stores a key of a server for this user. */
export const loginCommand = (call: Call): Command =>
  new Command('login')
    .description('store a server and its API key for your user')
    .option(
      '--url <address>',
      `address of the server (default: SVC_URL; else the command asks, or with --key-stdin takes ${DEFAULT_URL})`,
    )
    .option('--key-stdin', 'read the key from standard input')
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (options: Options) => {
      const [
        { loginFile },
        { serverOf },
        { readLogins },
        { writeLogins },
        { connect },
        { describeKeyProblem },
      ] = await Promise.all([
        import('@svc/client/login'),
        import('../login/logins.ts'),
        import('../login/read-logins.ts'),
        import('../login/write-logins.ts'),
        import('../server/connect.ts'),
        import('@svc/client/cli'),
      ])
      const file = loginFile(call.env)
      // Before any question, so that the user types nothing if the file is refused.
      await readLogins(file)
      const given = options.keyStdin ? await readPiped(call, options) : await askFor(call, options)
      const url = serverOf(given.url)
      // Neither SVC_API_KEY nor doctor has what was typed.
      const mistake = given.apiKey === '' ? 'it is empty' : describeKeyProblem(given.apiKey)
      if (mistake)
        throw new Refusal(`the API key is not valid: ${mistake}`, {
          code: 'NOT_SET_UP',
          next: 'copy the key again, then: npx --no svc login',
        })
      const env = { ...call.env, SVC_API_KEY: given.apiKey }
      const { ask } = await connect({ ...call, env }, { url })
      const { data } = await ask((client) => client.whoAmI())
      // Read again, because another login may have finished meanwhile.
      const { keys, reporters = [] } = await readLogins(file)
      const { key, organization } = data
      const mayReport = key?.scopes.includes('ingest') === true && key.role !== 'viewer'
      await writeLogins(file, {
        current: url,
        keys: { ...keys, [url]: given.apiKey },
        reporters: [...reporters.filter((each) => each !== url), ...(mayReport ? [url] : [])],
      })
      print(call, { url, organization: organization?.slug ?? null, key, file }, () =>
        text([
          `logged in to ${url}${organization ? `, organization ${plainName(organization.name)}` : ''}`,
          ...(key
            ? [
                `  key ${plainName(key.name)}: ${key.role} (${key.scopes.join(', ')}), ${key.project ?? 'all projects'}`,
              ]
            : []),
          `  stored in ${file}`,
          mayReport
            ? '  reporters on this machine send results with it; SVC_LOGIN=0 keeps it for commands'
            : '  for commands only, because it cannot send results',
        ]),
      )
      if (call.env.SVC_API_KEY?.trim())
        say(call, 'svc: ', 'SVC_API_KEY is set, and commands use it instead of this login: unset SVC_API_KEY')
    })

const addressOf = (call: Call, { url }: Options) => url?.trim() || call.env.SVC_URL?.trim()

const askFor = async (call: Call, options: Options) => {
  const { makeAsker } = await import('../login/ask.ts')
  const asker = makeAsker(call)
  if (!asker)
    throw new Refusal('no terminal is available to ask for the API key', {
      code: 'NO_TERMINAL',
      next: `npx --no svc login ${typed([], { url: addressOf(call, options) || '<address>' })}--key-stdin < key-file`,
    })
  try {
    const named = addressOf(call, options)
    const url = named ?? ((await asker.ask(`Address of the server [${DEFAULT_URL}]: `)) || DEFAULT_URL)
    return { url, apiKey: await asker.ask(`API key of ${url} (invisible): `, true) }
  } finally {
    asker.close()
  }
}

/** Longer than any key, so that a large file that is piped by mistake is not read completely. */
const MOST_CHARACTERS = 4_096

const readPiped = async (call: Call, options: Options) => {
  const url = addressOf(call, options) ?? DEFAULT_URL
  let apiKey = ''
  for await (const piece of call.stdin ?? []) {
    apiKey += String(piece)
    if (apiKey.length > MOST_CHARACTERS) break
  }
  return { url, apiKey: apiKey.trim() }
}
