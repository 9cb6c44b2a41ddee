import { Command } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'

const MANUAL: Manual = {
  text: `Deletes the stored key of a server. Without --url or SVC_URL, it deletes the key of the last
login. The key itself stays valid: an admin revokes it with keys revoke.`,
  examples: [
    ['npx --no svc logout', 'delete the key of the last login'],
    ['npx --no svc logout --all', 'delete all stored keys'],
  ],
  json: '{ "removed": [url], "left": [url] }',
  exitCodes: { 0: 'no key of the server is stored any more' },
  environment: {
    SVC_API_KEY: undefined,
    SVC_PROJECT: undefined,
    SVC_URL: 'address of the server (default: that of the last login)',
  },
  seeAlso: ['login', 'keys revoke'],
}

/** `svc logout`: deletes stored keys. */
export const logoutCommand = (call: Call): Command =>
  new Command('logout')
    .description('delete the stored API key of a server')
    .option('--url <address>', 'address of the server (default: SVC_URL, else that of the last login)')
    .option('--all', 'delete the keys of all servers')
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (options: { url?: string; all?: boolean }) => {
      const [{ loginFile }, { serverOf }, { readLogins }, { writeLogins }] = await Promise.all([
        import('@svc/client/login'),
        import('../login/logins.ts'),
        import('../login/read-logins.ts'),
        import('../login/write-logins.ts'),
      ])
      const file = loginFile(call.env)
      const { current, keys, reporters = [] } = await readLogins(file)
      const named = options.url?.trim() || call.env.SVC_URL?.trim()
      const server = named ? serverOf(named) : current
      const isMeant = (url: string) => options.all === true || url === server
      const removed = Object.keys(keys).filter(isMeant)
      const kept = Object.entries(keys).filter(([url]) => !isMeant(url))
      const left = kept.map(([url]) => url)
      if (removed.length > 0)
        await writeLogins(file, {
          keys: Object.fromEntries(kept),
          reporters: reporters.filter((url) => left.includes(url)),
          ...(current !== undefined && left.includes(current) && { current }),
        })
      print(call, { removed, left }, () =>
        text([
          ...removed.map((url) => `logged out of ${url}`),
          ...(removed.length === 0
            ? [`no login is stored${server === undefined ? '' : ` for ${server}`}`]
            : []),
          ...(left.length === 0 ? [] : [`still logged in: ${left.join(', ')}`]),
        ]),
      )
    })
